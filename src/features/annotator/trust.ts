import type { OpenSeries } from './station/series-store.ts';
import { FUSION_TEXTS } from './fusion/fusion-texts.ts';
import { PATH_TEXTS } from './path/path-texts.ts';
import { UPTAKE_TEXTS } from './uptake/uptake-texts.ts';
import { t } from '#language/t.ts';
import type { BricksLoaded } from '#workers/voxels/types.ts';
import type { Pane } from './station/pane.ts';
import type { OnScreen } from './pane/pane-screen.ts';

/** What the study says about a series. `imageType`: (0008,0008). */
interface About {
  isDicom: boolean;
  imageType: string;
  /** It is a PET series, and its uptake is not known. */
  lacksSuv: boolean;
  /** Name of the series that is shown over it. */
  fusedWith: string | null;
  /** What it was computed from on this device; null: it was not. */
  computedFrom: string | null;
}

/** The line under a pane: whether what it shows is what the scanner stored. */
export interface Trust {
  words: string;
  /** Something to know before the picture is relied on. */
  isWarning: boolean;
}

const SLABS = {
  max: (thickness: number) => t('largest value of {thickness} mm', { thickness }),
  min: (thickness: number) => t('smallest value of {thickness} mm', { thickness }),
  mean: (thickness: number) => t('mean of {thickness} mm', { thickness }),
} as const;
/** Images that the scanner computed from others (PS3.3 C.7.6.1.1.2). */
const DERIVED = 'DERIVED';

export function trustOf(
  pane: Pane,
  series: OpenSeries,
  shown: OnScreen | null,
  { isDicom, imageType, lacksSuv, fusedWith, computedFrom }: About,
): Trust {
  const { slices, read, unreadable, bricks } = series;
  const picture = shown?.picture;
  const isConverted = isDicom && picture !== undefined && 'sop' in picture && picture.sop === '';
  const stored = computedFrom ?? storedText(isConverted, imageType);
  const kind = pane.show === 'stored' ? stored : planeText(pane);
  const isLossy = picture !== undefined && 'isLossy' in picture && picture.isLossy;
  const isCoarse = picture?.isCoarse === true;
  const isOfConverted = picture !== undefined && 'isConverted' in picture && picture.isConverted === true;
  const isPaged = series.noPlanes === 'too-large' || series.noPlanes === 'colour';
  const count =
    unreadable > 0
      ? t('{unreadable} of {slices} slices cannot be shown', { unreadable, slices })
      : isPaged
        ? t('{slices} slices', { slices })
        : bricks !== null && (isCoarse || bricks.percent < 100)
          ? loadedText(bricks, isCoarse)
          : read < slices
            ? computedFrom === null
              ? t('reading {read} of {slices} slices', { read, slices })
              : t('computed {read} of {slices} slices', { read, slices })
            : t('{slices} of {slices} slices', { slices });
  const gap = series.noPlanes === 'gap' ? t('distances between slices differ') : null;
  return {
    words: [
      kind,
      pane.show !== 'stored' && computedFrom,
      isOfConverted && t('converted volume'),
      isLossy && t('lossy compression'),
      isCoarse && bricks === null && t('coarse'),
      count,
      gap,
      lacksSuv && UPTAKE_TEXTS.unknown,
      fusedWith !== null && FUSION_TEXTS.fusedWith(fusedWith),
    ]
      .filter(Boolean)
      .join(' · '),
    isWarning: isLossy || isCoarse || unreadable > 0 || gap !== null || lacksSuv,
  };
}

/** Of a volume of which some bricks are not here. */
function loadedText({ percent, fits, damaged, isAway }: BricksLoaded, isCoarse: boolean): string {
  const loaded = fits ? t('{percent} % loaded', { percent }) : t('larger than the memory of this device');
  const why = isAway ? t('the server cannot be reached') : damaged > 0 ? t('a part arrived damaged') : null;
  return [isCoarse && t('coarse'), loaded, why].filter(Boolean).join(', ');
}

function storedText(isConverted: boolean, imageType: string): string {
  if (isConverted) return t('converted volume');
  return imageType.split('\\')[0] === DERIVED ? t('calculated by the scanner') : t('original');
}

function planeText({ show, turned, slab, path }: Pane): string {
  const plane =
    path !== null
      ? PATH_TEXTS.trust(path.degrees)
      : t('reformatted {plane, select, axial {axial} sagittal {sagittal} coronal {coronal} other {oblique}}', {
          plane: turned === null ? show : 'oblique',
        });
  return slab ? `${plane}, ${SLABS[slab.show](slab.thicknessMm)}` : plane;
}
