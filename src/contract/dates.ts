/** Dates on the wire: `YYYY-MM-DD HH:mm:ss` in UTC (BACK-04). */
export function dateToWire(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads a wire date; null when the text is not one. */
export function parseWireDate(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null;
  const date = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
