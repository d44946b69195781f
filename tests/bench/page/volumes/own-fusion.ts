import { EMPTY_PANE } from '#features/annotator/station/pane.ts';
import { FusedPicture, type WantedFusion } from '#features/annotator/fusion/fused-picture.ts';
import { drawPane } from '#features/annotator/pane/draw-pane.ts';
import type { OnScreen } from '#features/annotator/pane/pane-screen.ts';
import { isNoSlice } from '#model/pictures/no-slice.ts';
import { createVoxels, paintPicture, type Voxels } from '#workers/voxels/handle.ts';
import { createGlance } from './glance.ts';
import { canvasOfPage } from './own-scene.ts';
import { openWhole } from './own-series.ts';
import { CT_RANGE, OPACITY, PET_RANGE, SIDE, type Look, type ValueRange } from './scene.ts';
import type { Taken } from './taken.ts';

/** Runs in a page of its own: what the annotator does for a pane, with its worker, and without the page around it. */

const canvas = canvasOfPage();
const glance = createGlance();
const picture = document.createElement('canvas');

interface OpenFusion {
  voxels: Voxels;
  ct: number;
  pet: number;
  fused: FusedPicture;
}
let open: OpenFusion | null = null;
let onFused: () => void = () => undefined;

/** The two series of the server of the bench, whole in the memory of the worker. */
export async function openFusion(): Promise<void> {
  const voxels = createVoxels(1);
  const [ct, pet] = [await openWhole(voxels, 0), await openWhole(voxels, 1)];
  open = { voxels, ct, pet, fused: new FusedPicture(voxels, () => onFused()) };
}

/** At the full resolution, which the annotator draws when a plane rests. */
export async function showFused(look: Look): Promise<Taken> {
  const { voxels, ct, pet, fused } = open!;
  const startedMs = performance.now();
  const answer =
    'slice' in look
      ? await voxels.slice(ct, look.slice)
      : await voxels.plane(ct, { point: look.point, facing: look, resolution: 1, slab: null });
  if (isNoSlice(answer) || answer.plane === null) throw new Error('The CT has no picture there');
  const { pixels, width, height, window } = paintPicture(answer, { window: windowOf(CT_RANGE), isInverted: false }, null);
  Object.assign(picture, { width, height });
  picture.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0);
  const shown: OnScreen = { of: EMPTY_PANE, picture: answer, canvas: picture, window };
  const wanted: WantedFusion = { id: pet, plane: answer.plane, unit: undefined, window: PET_WINDOW, loaded: 100 };
  const drawn = new Promise<void>((resolve) => {
    onFused = () => {
      const on = fused.show(wanted);
      if (on === null) return;
      draw(shown, on.canvas);
      resolve();
    };
  });
  // As in a pane: the picture beneath is shown at once.
  if (fused.show(wanted) !== null) throw new Error('The look before was the same one');
  draw(shown, null);
  await drawn;
  const seen = glance(canvas);
  return { ...seen, ms: seen.atMs - startedMs };
}

/** The same one, so that what was painted with it is known again. */
const PET_WINDOW = windowOf(PET_RANGE);

function windowOf({ low, high }: ValueRange): { center: number; width: number } {
  return { center: (low + high) / 2, width: high - low };
}

function draw(shown: OnScreen, fused: HTMLCanvasElement | null): void {
  drawPane(canvas, {
    ...{ cell: { width: SIDE, height: SIDE }, shown, laid: EMPTY_PANE, isSmooth: true, overlays: [], lines: [], mark: null },
    fused: fused && { canvas: fused, opacity: OPACITY },
  });
}
