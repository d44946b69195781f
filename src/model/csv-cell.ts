/**
 * A cell of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets a leading apostrophe: `=`, `+`, `-`, `@`, a tab or
 * a line end, their full-width forms for East Asian spreadsheets, and `;`, which separates cells where the decimal sign is a comma. Numbers
 * stay numbers. All CSV output uses this function.
 */
export function cellToCsv(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const FORMULA = /^[=+\-@\t\r\n;＝＋－＠；]/;
/** Includes the semicolon, after which the next cell begins. */
const QUOTED = /[",;\t\r\n；]/;
