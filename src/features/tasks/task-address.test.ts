import { expect, it } from 'vitest';
import { MY_TASKS, parseTaskAddress, taskAddressToSearch, type TaskAddress } from './task-address.ts';

it.each<[Record<string, unknown>, Partial<TaskAddress>]>([
  [{}, {}],
  [{ list: 'given' }, { list: 'given' }],
  [{ list: 'all' }, {}],
  [
    { kind: 'review', page: '3' },
    { kind: 'review', page: 3 },
  ],
  [{ kind: 'draw', page: '0' }, {}],
  [{ done: 1 }, { done: true }],
  [{ done: 'yes' }, {}],
])('%j is %j [TASK-014]', (query, address) => {
  expect(parseTaskAddress(query)).toEqual({ ...MY_TASKS, ...address });
});

it("returns from the address that it was put into, and one's own tasks have a plain one [TASK-014]", () => {
  const address: TaskAddress = { page: 2, list: 'roles', kind: 'answer', done: true };
  expect(parseTaskAddress(taskAddressToSearch(address))).toEqual(address);
  expect(taskAddressToSearch(MY_TASKS)).toEqual({});
});
