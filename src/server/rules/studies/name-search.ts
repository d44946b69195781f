import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/** Search words for names: all must match, in any order. The parts of a DICOM name are separated by `^` and `=` (PS3.5 6.2.1.1). */
export const searchWords = (search: string): string[] =>
  search
    .split(/[\s^=,]+/)
    .filter((word) => word !== '')
    .slice(0, 10);

/** Whether a column contains the word, ignoring case. */
export function hasWord(column: Expression<string>, word: string): RawBuilder<SqlBool> {
  const isSpelled = spellings(word).map((spelling) => sql`lower(${column}) like ${spelling} escape '\\'`);
  return sql<SqlBool>`(${sql.join(isSpelled, sql` or `)})`;
}

/** SQLite's lower() only handles ASCII, so a name in capitals of another alphabet is also searched in its own spelling. */
function spellings(word: string): string[] {
  const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  const first = word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
  const forms = new Set([word, word.toLowerCase(), word.toUpperCase(), first].map(lowerAscii));
  return [...forms].map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`);
}
