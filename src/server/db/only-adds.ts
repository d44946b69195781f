/**
 * What an older server could not work with, among the statements of a migration. Tables that the migration has created are its own. Rows of other
 * tables stay as they are: an older server adds more of them afterwards, so a contract migration fills new columns.
 */
export function moreThanAdds(statements: readonly string[]): string[] {
  const own = new Set<string>();
  return statements.filter((statement) => {
    const text = statement.toLowerCase().replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
    const table = /^create table (?:if not exists )?(\w+)/.exec(text)?.[1];
    if (table !== undefined) own.add(table);
    return !onlyAdds(text, own);
  });
}

function onlyAdds(text: string, own: ReadonlySet<string>): boolean {
  const isOwn = (pattern: RegExp): boolean => own.has(pattern.exec(text)?.[1] ?? '');
  if (/^select\b/.test(text)) return true;
  if (/^create table\b/.test(text)) return neverRefusesADelete(text, own);
  if (/^create index\b/.test(text)) return true;
  if (/^create unique index\b/.test(text)) return isOwn(/ on (\w+)/);
  if (/^create function\b/.test(text)) return true;
  if (/^create trigger\b/.test(text)) return isOwn(/ on (\w+)/);
  if (/^insert into\b/.test(text)) return isOwn(/^insert into (\w+)/);
  if (/^update\b/.test(text)) return isOwn(/^update (\w+)/);
  const changes = /^alter table (\w+) (.+)$/.exec(text);
  if (changes === null) return false;
  if (own.has(changes[1]!)) return true;
  return changes[2]!.split(/, (?=(?:add|drop|alter|rename|set)\b)/).every((change) => addsAColumn(change, own));
}

/** One that an older server may leave out. */
function addsAColumn(change: string, own: ReadonlySet<string>): boolean {
  if (!/^add column\b/.test(change) || /\b(?:unique|primary key|check)\b/.test(change)) return false;
  return (!/\bnot null\b/.test(change) || /\bdefault (?!null\b)/.test(change)) && neverRefusesADelete(change, own);
}

/** An older server deletes rows without knowing who refers to them. */
function neverRefusesADelete(text: string, own: ReadonlySet<string>): boolean {
  return [...text.matchAll(/references (\w+) ?\([^)]*\)( on delete (?:cascade|set null))?/g)].every(
    ([, to, action]) => own.has(to!) || action !== undefined,
  );
}
