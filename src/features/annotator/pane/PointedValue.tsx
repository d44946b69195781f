import { useCallback, useSyncExternalStore } from 'react';
import type { SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { TEXTS } from '#features/annotator/texts.ts';
import { valueAt } from '#workers/voxels/handle.ts';
import type { SampledPlane } from '#workers/voxels/types.ts';
import { figureWithUnit, unitValue } from './pane-corners.ts';
import type { OnScreen } from './pane-screen.ts';
import type { PointedStore } from './pointed.ts';
import { matrixOf, sheetOf, toPicture } from './sheet.ts';

interface PointedValueProps extends Pick<SeenPane, 'size' | 'pane'> {
  shown: OnScreen | null;
  /** Over it, pixel by pixel. */
  fused: SampledPlane | null;
  pointed: PointedStore;
}

/** The value under the pointer, in the unit of the series. */
export function PointedValue({ pointed, shown, fused, size, pane }: PointedValueProps) {
  const words = useSyncExternalStore(
    pointed.subscribe,
    useCallback(() => {
      const from = pointed.read();
      return from && shown && wordsAt(shown, fused, { size, pane, from });
    }, [pointed, shown, fused, size, pane]),
  );
  return words === null ? null : <span data-value>{words}</span>;
}

function wordsAt(
  { picture }: OnScreen,
  fused: SampledPlane | null,
  { size, pane, from: { x, y } }: Pick<SeenPane, 'size' | 'pane'> & { from: { x: number; y: number } },
): string | null {
  const sheet = sheetOf(picture);
  const under = toPicture(matrixOf(size, sheet, pane), sheet, { x: x + size.width / 2, y: y + size.height / 2 });
  const [column, row] = [Math.round(under.x), Math.round(under.y)];
  const value = valueAt(picture, column, row);
  if (value === null) return null;
  if (!isFine(picture)) return TEXTS.valueWaits;
  const over = fused && isFine(fused) ? valueAt(fused, column, row) : null;
  return over === null ? unitValue(value, picture.unit) : `${unitValue(value, picture.unit)} · ${figureWithUnit(over, fused!.unit)}`;
}

/** A pixel of lower resolution is the mean of several voxels, or up to one of them away from the pointer. */
function isFine(picture: OnScreen['picture']): boolean {
  return !picture.isCoarse && !('resolution' in picture && picture.resolution < 1);
}
