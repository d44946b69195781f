import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/** Words that are looked for in names: all of them, in any order. The parts of a DICOM name are set apart by `^` and `=` (PS3.5 6.2.1.1). */
export const searchWords = (search: string): string[] =>
  search
    .split(/[\s^=,]+/)
    .filter((word) => word !== '')
    .slice(0, 10);

/** Whether a column has the word in it, capital or small. */
export function hasWord(column: Expression<string>, word: string): RawBuilder<SqlBool> {
  const isSpelled = spellings(word).map((spelling) => sql`lower(${column}) like ${spelling} escape '\\'`);
  return sql<SqlBool>`(${sql.join(isSpelled, sql` or `)})`;
}

/** SQLite's lower() knows only ASCII: a name in capitals of another alphabet is found in its own spelling as well. */
function spellings(word: string): string[] {
  const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  const first = word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
  const forms = new Set([word, word.toLowerCase(), word.toUpperCase(), first].map(lowerAscii));
  return [...forms].map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`);
}
