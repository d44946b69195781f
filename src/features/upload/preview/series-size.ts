import type { SeriesFacts } from '#model/studies/study.ts';
import { sliceThicknessText } from '#ui/upload/slice-thickness.ts';

/** `384 × 384 · 3 mm`: rows, columns and slice thickness from the header; missing parts are left out. */
export function seriesSize({ rows, columns, sliceThickness }: Pick<SeriesFacts, 'rows' | 'columns' | 'sliceThickness'>): string {
  const matrix = rows > 0 && columns > 0 ? `${rows} × ${columns}` : '';
  const thickness = sliceThickness !== null && sliceThickness > 0 ? sliceThicknessText(sliceThickness) : '';
  return [matrix, thickness].filter((part) => part !== '').join(' · ');
}
