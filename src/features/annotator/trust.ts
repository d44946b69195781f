import type { OpenSeries } from './station/series-store.ts';
import type { BricksLoaded } from '#workers/voxels/types.ts';
import type { Pane } from './station/pane.ts';
import type { OnScreen } from './pane/pane-screen.ts';

/** What the study says about a series. `imageType`: (0008,0008). */
interface About {
  isDicom: boolean;
  imageType: string;
}

/** The line under a pane: whether what it shows is what the scanner stored. */
export interface Trust {
  words: string;
  /** Something to know before the picture is relied on. */
  isWarning: boolean;
}

const SLABS = { max: 'largest value', min: 'smallest value', mean: 'mean' } as const;
/** Images that the scanner computed from others (PS3.3 C.7.6.1.1.2). */
const DERIVED = 'DERIVED';

export function trustOf(pane: Pane, series: OpenSeries, shown: OnScreen | null, { isDicom, imageType }: About): Trust {
  const { slices, read, unreadable, bricks } = series;
  const picture = shown?.picture;
  const isConverted = isDicom && picture !== undefined && 'sop' in picture && picture.sop === '';
  const kind = pane.show === 'stored' ? storedText(isConverted, imageType) : planeText(pane);
  const isLossy = picture !== undefined && 'isLossy' in picture && picture.isLossy;
  const isCoarse = picture?.isCoarse === true;
  const isOfConverted = picture !== undefined && 'isConverted' in picture && picture.isConverted === true;
  const isPaged = series.noPlanes === 'too-large' || series.noPlanes === 'colour';
  const count =
    unreadable > 0
      ? `${unreadable} of ${slices} slices cannot be shown`
      : isPaged
        ? `${slices} slices`
        : bricks !== null && (isCoarse || bricks.percent < 100)
          ? loadedText(bricks, isCoarse)
          : read < slices
            ? `reading ${read} of ${slices} slices`
            : `${slices} of ${slices} slices`;
  const gap = series.noPlanes === 'gap' ? 'distances between slices differ' : null;
  return {
    words: [kind, isOfConverted && 'converted volume', isLossy && 'lossy compression', isCoarse && bricks === null && 'coarse', count, gap]
      .filter(Boolean)
      .join(' · '),
    isWarning: isLossy || isCoarse || unreadable > 0 || gap !== null,
  };
}

/** Of a volume of which some bricks are not here. */
function loadedText({ percent, fits, damaged, isAway }: BricksLoaded, isCoarse: boolean): string {
  const loaded = fits ? `${percent} % loaded` : 'larger than the memory of this device';
  const why = isAway ? 'the server cannot be reached' : damaged > 0 ? 'a part arrived damaged' : null;
  return [isCoarse && 'coarse', loaded, why].filter(Boolean).join(', ');
}

function storedText(isConverted: boolean, imageType: string): string {
  if (isConverted) return 'converted volume';
  return imageType.split('\\')[0] === DERIVED ? 'calculated by the scanner' : 'original';
}

function planeText({ show, turned, slab }: Pane): string {
  return `reformatted ${turned === null ? show : 'oblique'}${slab ? `, ${SLABS[slab.show]} of ${slab.thicknessMm} mm` : ''}`;
}
