import { t } from '#language/t.ts';
import { isUptake } from '#model/suv/value-scale.ts';
import { formatDecimal } from '#ui/format.ts';
import { windowFigure } from '#ui/viewer/view.ts';
import { formatFigure } from '#language/numbers.ts';
import type { OnScreen } from './pane-screen.ts';

/** Lines at the upper right of a pane. The patient is named once, in the header of the page. */
export function cornersOf(shown: OnScreen | null): { topRight: string[] } {
  if (shown === null || !('facts' in shown.picture)) return { topRight: [] };
  const { sliceThickness, diffusionBValue, primaryAngle, secondaryAngle } = shown.picture.facts;
  const side = primaryAngle !== null && `${primaryAngle < 0 ? 'RAO' : 'LAO'} ${Math.round(Math.abs(primaryAngle))}°`;
  const tilt = secondaryAngle !== null && `${secondaryAngle < 0 ? 'CAUD' : 'CRAN'} ${Math.round(Math.abs(secondaryAngle))}°`;
  return {
    topRight: [
      sliceThickness !== null && `${formatDecimal(sliceThickness, 1)} mm`,
      diffusionBValue !== null && `b ${Math.round(diffusionBValue)}`,
      // Position of the tube in angiography (PS3.3 C.8.7.5.1.2): positive is to the patient's left, and towards the head.
      [side, tilt].filter(Boolean).join(' '),
    ].filter((line): line is string => typeof line === 'string' && line !== ''),
  };
}

/** Of uptake its range, which starts at 0; otherwise width and centre (level). */
export function windowWords({ center, width }: { center: number; width: number }, unit: string): string {
  if (!isUptake(unit)) return `W ${windowFigure(width)} L ${windowFigure(center)}`;
  return `${unit} ${windowFigure(center - width / 2)} – ${windowFigure(center + width / 2)}`;
}

/** A value as it is read: whole where values are large. */
export const unitValue = (value: number, unit: string): string => t('Value {value}', { value: figureWithUnit(value, unit) });

export function figureWithUnit(value: number, unit: string): string {
  const figure = Number.isInteger(value) || Math.abs(value) >= 100 ? String(Math.round(value)) : formatFigure(Number(value.toPrecision(3)));
  return unit === '' ? figure : `${figure} ${unit}`;
}
