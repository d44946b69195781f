import { formatFigure } from '#language/numbers.ts';

/** 3 → "3 mm", 2.506 → "2.51 mm": at most two decimals. */
export function sliceThicknessText(millimetres: number): string {
  return `${formatFigure(Number(millimetres.toFixed(2)))} mm`;
}
