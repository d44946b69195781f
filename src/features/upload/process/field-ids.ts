/** The targets of 'Before you process' and of a refused Process. */

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

/** Scrolls to a field and focuses it; if its row is not drawn yet, the row. */
export function focusField(id: string, rowId?: string): void {
  const field = document.getElementById(id) ?? document.querySelector<HTMLElement>(`[data-row="${rowId ?? ''}"]`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
