import { describe, expect, it } from 'vitest';
import type { ListedRole } from '#contract/roles.ts';
import { ownReach } from './own-reach.ts';
import { draftOf, isChanged, standOf, withPermission } from './role-draft.ts';
import { withRole } from './use-roles.ts';

const NURSE: ListedRole = {
  id: 7,
  team_id: 2,
  name: 'Study nurse',
  permissions: ['r:dashboard', 'r:studies'],
  kept: ['r:dashboard'],
  invitable: true,
  built_in: false,
  version: 3,
  people: 2,
  invitations: 0,
};

describe('the form of a role', () => {
  it('starts with the values of the role, or with the defaults of a new one', () => {
    expect(isChanged(draftOf(NURSE))).toBe(false);
    expect([...draftOf(null).permissions]).toEqual(['r:dashboard']);
  });

  it('is changed by a new name, invitable flag or permission, and unchanged when that is undone', () => {
    const draft = draftOf(NURSE);
    expect(isChanged({ ...draft, name: 'Nurse' })).toBe(true);
    expect(isChanged({ ...draft, name: ' Study nurse ' })).toBe(false);
    expect(isChanged({ ...draft, invitable: false })).toBe(true);
    const more = withPermission(draft, 'r:reviews', true);
    expect(isChanged(more)).toBe(true);
    expect(isChanged(withPermission(more, 'r:reviews', false))).toBe(false);
    expect(isChanged(withPermission(draft, 'r:studies', false))).toBe(true);
  });

  it('detects whether the role was changed or deleted meanwhile', () => {
    const draft = draftOf(NURSE);
    expect(standOf(draft, [{ ...NURSE, people: 9 }]).stand).toBe('same');
    expect(standOf(draft, [{ ...NURSE, version: 4 }])).toEqual({ stand: 'older', now: { ...NURSE, version: 4 } });
    expect(standOf(draft, [])).toEqual({ stand: 'gone', now: null });
    expect(standOf(draftOf(null), [])).toEqual({ stand: 'same', now: null });
  });
});

it('shows the newer of two responses for a role, in any order', () => {
  const newer = { ...NURSE, version: 5 };
  expect(withRole([newer], { ...NURSE, version: 4 })).toEqual([newer]);
  expect(withRole([NURSE], newer)).toEqual([newer]);
  expect(withRole([{ ...NURSE, id: 9 }], newer).map(({ id }) => id)).toEqual([7, 9]);
});

it('a new role belongs to the team unless the platform administrator chooses otherwise, and an existing one keeps its scope', () => {
  expect([draftOf(null).scope, draftOf(NURSE).scope, draftOf({ ...NURSE, team_id: null }).scope]).toEqual(['team', 'team', 'server']);
});

it('a member may grant only what they hold, and the platform administrator everything', () => {
  const own = ownReach(new Set(['r:dashboard', 'r:studies', 'r:roles']), false);
  expect([own.covers(NURSE), own.covers({ permissions: ['r:dashboard', 'r:flow'] }), own.has('admin')]).toEqual([true, false, false]);
  expect([own.owns(NURSE), own.owns({ team_id: null }), own.owns({})]).toEqual([true, false, false]);
  const all = ownReach(new Set(['admin']), true);
  expect([all.covers({ permissions: ['r:flow'] }), all.owns({ team_id: null })]).toEqual([true, true]);
});
