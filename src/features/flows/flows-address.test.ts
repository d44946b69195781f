import { expect, test } from 'vitest';
import { ALL_FLOWS, flowsAddressToQuery, parseFlowsAddress } from './flows-address.ts';

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';

test('the address of the list is read and written alike, and what is no value is ignored', () => {
  const address = { page: 2, state: 'failed' as const, pipeline: 3, study: STUDY };
  expect(parseFlowsAddress(flowsAddressToQuery(address))).toEqual(address);
  expect(parseFlowsAddress({ page: 'x', state: 'asleep', pipeline: -1, study: '12' })).toEqual(ALL_FLOWS);
  expect(flowsAddressToQuery(ALL_FLOWS)).toEqual({});
});
