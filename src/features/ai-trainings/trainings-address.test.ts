import { expect, it } from 'vitest';
import { parseTrainingsAddress, trainingsAddressToQuery } from './trainings-address.ts';

it('the list keeps page, state and model in the address, and ignores what is wrong in it', () => {
  const address = { page: 2, state: 'running', model: 4 } as const;
  expect(parseTrainingsAddress({ page: '2', state: 'running', model: '4' })).toEqual(address);
  expect(parseTrainingsAddress({ page: 'x', state: 'gone', model: -1 })).toEqual({ page: 1, state: null, model: null });
  expect(trainingsAddressToQuery(address)).toEqual(address);
  expect(trainingsAddressToQuery({ page: 1, state: null, model: null })).toEqual({});
});
