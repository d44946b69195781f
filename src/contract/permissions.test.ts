import { describe, expect, it } from 'vitest';
import { CALLS, type Call } from './calls.ts';
import { FIRST_ROLES, ROLE } from './permissions.ts';

const holdersOf = (permission: (typeof FIRST_ROLES)[number]['permissions'][number]): number[] =>
  FIRST_ROLES.filter(({ permissions }) => permissions.includes(permission)).map(({ id }) => id);
const callsBehind = (permission: string): string[] =>
  Object.entries<Call>(CALLS).flatMap(([name, { access }]) =>
    typeof access === 'object' && access.permission === permission ? [name] : [],
  );

describe('the roles of a new server', () => {
  it('give AI workers, whose keys belong to a team, to its administrators [PERM-14]', () => {
    expect(holdersOf('r:ai-workers')).toEqual([ROLE.teamAdministrator, ROLE.platformAdministrator]);
    expect(callsBehind('r:ai-workers').toSorted()).toEqual(['aiWorkers', 'createWorkerKey', 'drainWorker', 'revokeWorkerKey']);
  });

  it('give the configuration of models of a team to its administrators [PERM-15]', () => {
    expect(holdersOf('r:ai-model-configuration')).toEqual([ROLE.teamAdministrator, ROLE.platformAdministrator]);
    expect(callsBehind('r:ai-model-configuration').toSorted()).toEqual(['modelConfiguration', 'saveModelConfiguration']);
  });
});
