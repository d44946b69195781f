import { expect, it } from 'vitest';
import type { TeamMember } from '#contract/members.ts';
import { membersByRole } from './members-by-role.ts';

const member = (id: number, role_id: number, role_name: string): TeamMember => ({
  id,
  name: `Person ${id}`,
  email: `p${id}@x.test`,
  data: { color: '#4FD0D0' },
  role_id,
  role_name,
  active: true,
  created_at: '2026-11-20 08:12:44',
});

it('lists roles by id: assignable ones without members, and held ones that cannot be assigned', () => {
  const roles = [
    { id: 2, name: 'Annotator' },
    { id: 1, name: 'Member' },
  ];
  const found = membersByRole([member(7, 5, 'Team administrator'), member(3, 2, 'Annotator'), member(4, 2, 'Annotator')], roles);
  expect(found.map(({ id, name, members }) => [id, name, members.map((one) => one.id)])).toEqual([
    [1, 'Member', []],
    [2, 'Annotator', [3, 4]],
    [5, 'Team administrator', [7]],
  ]);
});
