import { Email } from '#contract/text.ts';
import { TEXTS } from './texts.ts';

/** One row of the invite form. `key` is fixed while the form exists, so that a row keeps its focus when one above it is removed. */
export interface InviteRow {
  key: number;
  email: string;
  /** Null: none was chosen yet, or this user may not assign the chosen one. */
  roleId: number | null;
}

/** given (INV-06, 07). */
const FIRST_ROLE_ID = 2;
const ADDED_ROLE_ID = 1;
const FIRST_ROWS = 3;
/** given (INV-10). */
const SPARE_ROWS = 2;

export function firstRows(): InviteRow[] {
  return withSpareRows(Array.from({ length: FIRST_ROWS }, (_, key) => ({ key, email: '', roleId: FIRST_ROLE_ID })));
}

/** At least two rows stay empty. */
export function withSpareRows(rows: readonly InviteRow[]): InviteRow[] {
  const missing = SPARE_ROWS - rows.filter(isEmpty).length;
  const nextKey = Math.max(-1, ...rows.map(({ key }) => key)) + 1;
  const added = Array.from({ length: Math.max(0, missing) }, (_, index) => ({
    key: nextKey + index,
    email: '',
    roleId: ADDED_ROLE_ID,
  }));
  return [...rows, ...added];
}

export function changedRow(rows: readonly InviteRow[], key: number, change: Partial<Omit<InviteRow, 'key'>>): InviteRow[] {
  return withSpareRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
}

export function withoutRow(rows: readonly InviteRow[], key: number): InviteRow[] {
  return withSpareRows(rows.filter((row) => row.key !== key));
}

/** The rows that are sent (INV-12), in order: the server refers to a row by its index. */
export function filledRows(rows: readonly InviteRow[]): InviteRow[] {
  return rows.filter((row) => !isEmpty(row));
}

/** Error texts of invalid rows, by key. */
export type RowProblems = ReadonlyMap<number, string>;

export function problemsOf(rows: readonly InviteRow[]): RowProblems {
  const seen = new Set<string>();
  const problems = new Map<number, string>();
  for (const { key, email, roleId } of filledRows(rows)) {
    const address = email.trim().toLowerCase();
    if (!Email.safeParse(address).success) problems.set(key, TEXTS.notAnEmail);
    else if (seen.has(address)) problems.set(key, TEXTS.duplicate);
    else if (roleId === null) problems.set(key, TEXTS.selectRole);
    seen.add(address);
  }
  return problems;
}

/** The server's errors of single rows: `emails.1.email` is the second row sent. */
export function refusedRows(sent: readonly InviteRow[], errors: Record<string, string[]>, words: (field: string) => string): RowProblems {
  const problems = new Map<number, string>();
  for (const path of Object.keys(errors)) {
    const [, place, field] = /^emails\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const row = sent[Number(place)];
    if (row !== undefined && field !== undefined) problems.set(row.key, words(field));
  }
  return problems;
}

function isEmpty({ email }: InviteRow): boolean {
  return email.trim() === '';
}
