import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatBytesOf,
  formatCount,
  formatCountOf,
  formatDateTime,
  formatDuration,
  formatRate,
  formatShare,
  formatTime,
} from './format.ts';

/** Tests read plain spaces; the screen has thin and unbreakable ones. */
const plain = (text: string) => text.replace(/[\u2009\u00A0]/g, ' ');

describe('numbers on the screen', () => {
  it('groups thousands by thin spaces', () => {
    expect(formatCount(0)).toBe('0');
    expect(formatCount(999)).toBe('999');
    expect(formatCount(1284)).toBe('1\u2009284');
    expect(formatCount(1234567)).toBe('1\u2009234\u2009567');
  });

  it('uses singular and plural: one study, three studies', () => {
    expect(formatCountOf(1, 'study', 'studies')).toBe('1 study');
    expect(plain(formatCountOf(2411, 'study', 'studies'))).toBe('2 411 studies');
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [20_600_000, '20.6 MB'],
    [410_000, '410 KB'],
    [99_949, '99.9 KB'],
    [99_960, '100 KB'],
    [999_960, '1.0 MB'],
    [999_400, '999 KB'],
    [2_300_000_000, '2.3 GB'],
    [5e15, '5 000 TB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(plain(formatBytes(bytes))).toBe(text);
  });

  it('keeps a number and its unit on one line', () => {
    expect(formatBytes(2_300_000)).not.toContain(' ');
  });

  it('compares two sizes in one unit', () => {
    expect(plain(formatBytesOf(20_600_000, 42_900_000))).toBe('20.6 of 42.9 MB');
    expect(plain(formatBytesOf(310_000, 2_000_000_000))).toBe('0.0 of 2.0 GB');
    expect(plain(formatBytesOf(0, 42_900_000))).toBe('0 of 42.9 MB');
    expect(plain(formatBytesOf(0, 0))).toBe('0 of 0 B');
  });

  it('shows a rate per second', () => {
    expect(plain(formatRate(410_000))).toBe('410 KB/s');
  });

  it('shows 100 % only when everything is done', () => {
    expect(plain(formatShare(0.9999))).toBe('99 %');
    expect(plain(formatShare(1))).toBe('100 %');
    expect(plain(formatShare(0.29))).toBe('29 %');
    expect(plain(formatShare(-1))).toBe('0 %');
  });
});

describe('times on the screen', () => {
  const at = new Date(2026, 10, 3, 7, 58, 4);

  it('shows local time as DD.MM.YYYY HH:mm:ss [CONST-06, UI-04]', () => {
    expect(formatDateTime(at)).toBe('03.11.2026 07:58:04');
    expect(formatDateTime(at.getTime(), { seconds: false })).toBe('03.11.2026 07:58');
    expect(formatTime(at, { seconds: false })).toBe('07:58');
  });

  it.each([
    [0, '0 s'],
    [53.6, '54 s'],
    [60, '1 min'],
    [90, '1 min 30 s'],
    [600, '10 min'],
    [659, '10 min'],
    [5400, '1 h 30 min'],
    [7200, '2 h'],
    [90_000, '1 d 1 h'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(plain(formatDuration(seconds))).toBe(text);
  });
});
