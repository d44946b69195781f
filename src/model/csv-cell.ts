/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe, which makes it a text: `=`, `+`,
 * `-`, `@`, a tab or a line end, the full-width forms that spreadsheets of East Asia take for the same, and `;`, which ends the cell where the
 * decimal sign is a comma. Numbers stay numbers. Everything that writes CSV writes its cells here.
 */
export function cellToCsv(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const FORMULA = /^[=+\-@\t\r\n;＝＋－＠；]/;
/** The semicolon too: behind one that ends a cell the next begins. */
const QUOTED = /[",;\t\r\n；]/;
