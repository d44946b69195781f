import { useCallback, useSyncExternalStore } from 'react';
import type { SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { TEXTS } from '#features/annotator/texts.ts';
import { valueAt } from '#workers/voxels/handle.ts';
import { PATH_TEXTS } from '#features/annotator/path/path-texts.ts';
import type { SampledPath, SampledPlane } from '#workers/voxels/types.ts';
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
  if ('mmPerPixel' in picture) return alongPath(picture, under, valueAt(picture, column, row));
  const value = valueAt(picture, column, row);
  if (value === null) return null;
  if (!isFine(picture)) return TEXTS.valueWaits;
  const over = fused && isFine(fused) ? valueAt(fused, column, row) : null;
  return over === null ? unitValue(value, picture.unit) : `${unitValue(value, picture.unit)} · ${figureWithUnit(over, fused!.unit)}`;
}

/** The lengths are those of the path itself, whatever the resolution is. */
function alongPath(
  { frame, mmPerPixel, ...picture }: SampledPath,
  { x, y }: { x: number; y: number },
  value: number | null,
): string | null {
  if (x < -0.5 || y < -0.5 || x > frame.columns - 0.5 || y > frame.rows - 0.5) return null;
  const place = PATH_TEXTS.pointed(Math.max(0, y * mmPerPixel), Math.abs(x - (frame.columns - 1) / 2) * mmPerPixel);
  if (value === null) return place;
  const isSharp = picture.resolution === 1 && picture.isCoarse !== true;
  return `${isSharp ? unitValue(value, picture.unit) : TEXTS.valueWaits} · ${place}`;
}

/** A pixel of lower resolution is the mean of several voxels, or up to one of them away from the pointer. */
function isFine(picture: OnScreen['picture']): boolean {
  return !picture.isCoarse && !('resolution' in picture && picture.resolution < 1);
}
