import { expect, it } from 'vitest';
import { historyAddressToQuery, isFiltered, parseHistoryAddress, WHOLE_HISTORY, type HistoryAddress } from './history-address.ts';

it.each<[Record<string, unknown>, Partial<HistoryAddress>]>([
  [{}, {}],
  [{ page: 3 }, { page: 3 }],
  [{ page: '3' }, { page: 3 }],
  [{ page: '0' }, {}],
  [{ page: 'x' }, {}],
  [{ page: '1.5' }, {}],
  [{ search: 'heron' }, { search: 'heron' }],
  [{ search: 4711 }, { search: '4711' }],
  [{ mine: 1 }, { mine: true }],
  [{ mine: 'yes' }, {}],
  [{ status: 'sending' }, { progress: 'sending' }],
  [{ status: 'done' }, {}],
])('%j is %j', (query, address) => {
  expect(parseHistoryAddress(query)).toEqual({ ...WHOLE_HISTORY, ...address });
});

it('the history is read back from its own address, and the full history has a plain address', () => {
  const address: HistoryAddress = { page: 2, search: 'heron', mine: true, progress: 'failed' };
  expect(parseHistoryAddress(historyAddressToQuery(address))).toEqual(address);
  expect(historyAddressToQuery(WHOLE_HISTORY)).toEqual({});
  expect([isFiltered(WHOLE_HISTORY), isFiltered(address), isFiltered({ ...WHOLE_HISTORY, page: 2 })]).toEqual([false, true, true]);
});
