/** A value of a column as the database has it. Whole numbers are bigint, because a number would round them above 2^53. */
export type Value = string | number | bigint | Buffer | null;
export type Row = readonly Value[];

/**
 * A row as one line of JSON: an array with a value for each column. The same row gives the same line on both engines. Whole numbers keep all their
 * digits. Bytes, and the numbers that JSON does not have, are objects with one field. Minus zero becomes zero, because SQLite does not keep its sign.
 */
export function rowToLine(row: Row): string {
  return `[${row.map(valueToText).join(',')}]`;
}

function valueToText(value: Value): string {
  if (typeof value === 'bigint') return String(value);
  if (Buffer.isBuffer(value)) return JSON.stringify({ bytes: value.toString('base64') });
  if (typeof value === 'number' && !Number.isFinite(value)) return JSON.stringify({ real: String(value) });
  return JSON.stringify(value);
}

/** Throws a `SyntaxError` if the line is not that of a row. */
export function lineToRow(line: string): Row {
  // Reading the digits themselves takes several times as long, and shorter numbers are exact without it.
  const read: unknown = LONG_NUMBER.test(line) ? JSON.parse(line, withAllDigits) : JSON.parse(line);
  if (!Array.isArray(read)) throw new SyntaxError('Not a row');
  return read.map(toValue);
}

const LONG_NUMBER = /\d{16}/;
const WHOLE = /^-?\d+$/;

function withAllDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !WHOLE.test(source)) return value;
  const whole = BigInt(source);
  // Larger ones can only be of a column of real numbers.
  return BigInt.asIntN(64, whole) === whole ? whole : value;
}

function toValue(value: unknown): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'object' && 'bytes' in value && typeof value.bytes === 'string') return Buffer.from(value.bytes, 'base64');
  if (typeof value === 'object' && 'real' in value && typeof value.real === 'string') return Number(value.real);
  throw new SyntaxError('Not a value');
}
