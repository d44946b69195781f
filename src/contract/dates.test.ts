import { expect, it } from 'vitest';
import { dateToWire, parseWireDate } from './dates.ts';

it('a time is sent as YYYY-MM-DD HH:mm:ss in UTC and read back unchanged [BACK-04, CONST-07, UI-05]', () => {
  const moment = new Date('2026-01-02T23:04:05Z');
  expect(dateToWire(moment)).toBe('2026-01-02 23:04:05');
  expect(parseWireDate('2026-01-02 23:04:05')).toEqual(moment);
});

it.each(['2026-01-02', '2026-01-02T23:04:05Z', '2026-13-02 23:04:05', ' 2026-01-02 23:04:05'])(
  '%j is not a valid time in the contract',
  (text) => {
    expect(parseWireDate(text)).toBeNull();
  },
);
