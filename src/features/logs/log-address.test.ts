import { describe, expect, it } from 'vitest';
import {
  addressToSearch,
  ALL_STEPS,
  isFiltered,
  parseLogAddress,
  parseStepsAddress,
  parseTrailAddress,
  trailToQuery,
  WHOLE_LOG,
  WHOLE_TRAIL,
} from './log-address.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

describe('the address of a log', () => {
  it('is plain without filters', () => {
    expect([WHOLE_LOG, ALL_STEPS, WHOLE_TRAIL].map(addressToSearch)).toEqual([{}, {}, {}]);
    expect([parseLogAddress({}), parseStepsAddress({}), parseTrailAddress({})]).toEqual([WHOLE_LOG, ALL_STEPS, WHOLE_TRAIL]);
  });

  it('is read as it was written', () => {
    const sessions = { page: 3, user: 7, from: '11/20/2026', to: '11/20/2026 14:30', all: true };
    const steps = { ...sessions, type: 'click', path: '/studies-v2' } as const;
    const { page: _page, ...span } = sessions;
    const trail = { ...span, before: 41, kind: 'export', result: 'refused', study: UUID } as const;
    expect(parseLogAddress(addressToSearch(sessions))).toEqual(sessions);
    expect(parseStepsAddress(addressToSearch(steps))).toEqual(steps);
    expect(parseTrailAddress(addressToSearch(trail))).toEqual(trail);
    // As the browser gives it back.
    expect(parseTrailAddress({ ...addressToSearch(trail), user: '7', all: '1', before: '41' })).toEqual(trail);
  });

  it('ignores invalid values', () => {
    expect(parseLogAddress({ page: '-1', user: 'ada', from: '2026-11-20', to: '02/30/2026', all: 'true' })).toEqual(WHOLE_LOG);
    expect(parseStepsAddress({ type: 'keypress', path: 7 })).toEqual(ALL_STEPS);
    expect(parseTrailAddress({ before: '1.5', kind: 'delete', result: 'hm', study: 'DOE^JOHN' })).toEqual(WHOLE_TRAIL);
  });

  it('is filtered when it names any filter', () => {
    expect(isFiltered(WHOLE_LOG)).toBe(false);
    expect([isFiltered({ ...WHOLE_LOG, user: 7 }), isFiltered(WHOLE_LOG, 'click')]).toEqual([true, true]);
  });
});

describe('the query for the audit trail', () => {
  it.each([
    [{}, {}],
    [{ result: 'done' }, { result: 'done' }],
    [{ result: 'refused' }, { refused: '1' }],
    [
      { kind: 'write' as const, study: UUID, user: 7, all: true },
      { kind: 'write', study: UUID, user: 7, all: '1' },
    ],
    [{ before: 41 }, {}],
  ])('turns %j into %j', (asked, query) => expect(trailToQuery({ ...WHOLE_TRAIL, ...asked })).toEqual(query));
});
