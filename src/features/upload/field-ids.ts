/** The places that 'Before you process' and a refused Process lead to. */

export function bodyPartFieldId(studyId: string): string {
  return `body-part-${studyId}`;
}

export function studyRowId(studyId: string): string {
  return `study-${studyId}`;
}

export function seriesRowId(seriesId: string): string {
  return `series-${seriesId}`;
}

export function seriesNumberFieldId(seriesId: string): string {
  return `series-number-${seriesId}`;
}

export function acquisitionFieldId(seriesId: string): string {
  return `acquisition-${seriesId}`;
}

export function projectFieldId(seriesId: string): string {
  return `project-${seriesId}`;
}

/** Brings a field into sight and gives it the focus; in a row that is not drawn yet, the row. */
export function focusField(id: string, rowId?: string): void {
  const field = document.getElementById(id) ?? document.querySelector<HTMLElement>(`[data-row="${rowId ?? ''}"]`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
