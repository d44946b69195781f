import { formatDecimal } from '#ui/format.ts';

/** 3 → "3 mm", 2.506 → "2.51 mm": at most two decimals. */
export function sliceThicknessText(millimetres: number): string {
  const decimals = String(Number(millimetres.toFixed(2))).split('.')[1]?.length ?? 0;
  return `${formatDecimal(millimetres, decimals)} mm`;
}
