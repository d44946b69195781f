import { describe, expect, it } from 'vitest';
import { formatFilterDay, parseFilterDate, spanToQuery } from './filter-date.ts';

const local = (...parts: [number, number, number, number?, number?]) => new Date(...(parts as [number, number, number]));

describe('a filter date', () => {
  it("is a whole day or a minute, in the user's time zone [CONST-08, CONST-10, UI-06]", () => {
    expect(parseFilterDate('11/20/2026')).toEqual({ start: local(2026, 10, 20), end: local(2026, 10, 21) });
    expect(parseFilterDate(' 11/20/2026 14:30 ')).toEqual({ start: local(2026, 10, 20, 14, 30), end: local(2026, 10, 20, 14, 31) });
    expect(parseFilterDate('12/31/2026')?.end).toEqual(local(2027, 0, 1));
  });

  it.each([
    ...['', '20.11.2026', '2026-11-20', '11/20/26', '13/01/2026', '02/30/2026', '11/20/2026 24:00', '11/20/2026 12:60', '11/20/2026 1:30'],
    'tomorrow',
  ])('rejects %j', (text) => expect(parseFilterDate(text)).toBeNull());

  it('is written as it is read', () => {
    expect(formatFilterDay(local(2026, 0, 5))).toBe('01/05/2026');
  });
});

describe('a filter range', () => {
  const wire = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

  it('is sent in UTC and includes its whole last day [CONST-07]', () => {
    expect(spanToQuery({ from: '11/20/2026', to: '11/20/2026' })).toEqual({
      from: wire(local(2026, 10, 20)),
      to: wire(local(2026, 10, 21)),
    });
  });

  it('omits what is missing or unreadable', () => {
    expect(spanToQuery({ from: '', to: '' })).toEqual({});
    expect(spanToQuery({ from: '99/99/2026', to: '11/20/2026 14:30' })).toEqual({ to: wire(local(2026, 10, 20, 14, 31)) });
  });
});
