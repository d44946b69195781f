import { describe, expect, it } from 'vitest';
import { changedRow, filledRows, firstRows, problemsOf, refusedRows, withoutRow, type InviteRow } from './invite-rows.ts';

const rolesOf = (rows: readonly InviteRow[]) => rows.map(({ roleId }) => roleId);
const typed = (...emails: string[]) => emails.reduce((rows, email, index) => changedRow(rows, rows[index]!.key, { email }), firstRows());

describe('the rows of the invite form', () => {
  it('start as three, with the role 2 [CONST-60, INV-06, INV-09]', () => {
    expect(rolesOf(firstRows())).toEqual([2, 2, 2]);
  });

  it('keep two spare ones: each further filled row adds another, with the role 1 [CONST-60, CONST-61, INV-07, INV-10]', () => {
    expect(rolesOf(typed('a@x.test'))).toEqual([2, 2, 2]);
    expect(rolesOf(typed('a@x.test', 'b@x.test'))).toEqual([2, 2, 2, 1]);
    expect(rolesOf(typed('a@x.test', 'b@x.test', 'c@x.test'))).toEqual([2, 2, 2, 1, 1]);
  });

  it('count a row with only spaces as spare', () => {
    expect(rolesOf(typed('a@x.test', '  '))).toEqual([2, 2, 2]);
  });

  it('stay at the minimum when one is removed, and each keeps its key', () => {
    const rows = typed('a@x.test', 'b@x.test');
    const fewer = withoutRow(withoutRow(rows, rows[2]!.key), rows[0]!.key);
    expect(fewer.map(({ email }) => email)).toEqual(['b@x.test', '', '']);
    expect(fewer[0]!.key).toBe(rows[1]!.key);
    expect(new Set(fewer.map(({ key }) => key)).size).toBe(3);
  });

  it('are sent without the empty ones [INV-12]', () => {
    expect(filledRows(typed('a@x.test', '', 'c@x.test')).map(({ email }) => email)).toEqual(['a@x.test', 'c@x.test']);
  });
});

describe('errors in a row', () => {
  it('report an invalid address, a repeated address in any case, or a missing role [INV-04]', () => {
    const rows = changedRow(typed('a@x.test', 'nobody', ' A@X.test ', 'd@x.test'), 3, { roleId: null });
    expect([...problemsOf(rows)]).toEqual([
      [1, 'Enter a valid e-mail address'],
      [2, 'Duplicate email'],
      [3, 'Select role'],
    ]);
  });

  it('are absent for empty rows', () => {
    expect(problemsOf(firstRows()).size).toBe(0);
  });

  it('from the server are assigned by the position among the sent rows', () => {
    const sent = filledRows(typed('a@x.test', '', 'c@x.test'));
    const errors = { 'emails.1.email': ['x'], 'emails.7.email': ['x'], team_id: ['x'] };
    expect([...refusedRows(sent, errors, (field) => `wrong ${field}`)]).toEqual([[2, 'wrong email']]);
  });
});
