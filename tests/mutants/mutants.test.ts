import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { readAccepted, toldByText } from './accepted.ts';
import { isSourceOf, ROOMS } from './rooms.ts';
import { percentOf, summarise, type Result } from './summary.ts';

describe('accepted.json', () => {
  it('lists each planted fault once, in a source of a room and with a reason', () => {
    const told = readAccepted().map((one) => {
      expect(Object.keys(one).toSorted()).toEqual(['file', 'line', 'reason', 'replacement', 'text']);
      expect(ROOMS.some((room) => isSourceOf(room, one.file))).toBe(true);
      expect(one.reason.length).toBeGreaterThan(20);
      return JSON.stringify([one.file, one.line, one.text, one.replacement]);
    });
    expect(new Set(told).size).toBe(told.length);
  });

  it('lists no text that is not in its source any more', () => {
    for (const { file, line, text } of readAccepted()) {
      const lines = existsSync(join(CHECKOUT, file)) ? readFileSync(join(CHECKOUT, file), 'utf8').split('\n') : [];
      expect({ file, line, there: lines.some((one) => one.trim() === line) }).toEqual({ file, line, there: true });
      expect(line).toContain(text);
    }
  });
});

describe('rooms', () => {
  it('have sources and tests, and plant nothing in tests and their doubles', () => {
    for (const room of ROOMS) {
      const sources = globSync('{src,sw}/**/*.ts', { cwd: CHECKOUT }).filter((file) => isSourceOf(room, file));
      expect(sources.length).toBeGreaterThan(0);
      expect(globSync([...room.tests], { cwd: CHECKOUT }).length).toBeGreaterThan(0);
      expect(sources.filter((file) => /\.test\.|conformance|fake-|test-/.test(file))).toEqual([]);
    }
  });
});

const SOURCE = 'function isFull(bytes) {\n  return bytes >= LIMIT && !isOpen;\n}\n';
const planted = (column: number, end: number, replacement: string, status: string): Result => ({
  fileName: 'src/room.ts',
  replacement,
  location: { start: { line: 2, column }, end: { line: 2, column: end } },
  status,
});
const GREATER = planted(10, 24, 'bytes > LIMIT', 'Survived');
const OPEN = planted(28, 35, 'isOpen', 'NoCoverage');
const RESULTS = [GREATER, OPEN, planted(3, 36, '', 'Killed'), planted(10, 35, 'true', 'Timeout'), planted(10, 35, '', 'Ignored')];
const told = { file: 'src/room.ts', line: 'return bytes >= LIMIT && !isOpen;', text: 'bytes >= LIMIT', replacement: 'bytes > LIMIT' };

describe('the summary of a room', () => {
  const summary = (listed = [{ ...told, reason: 'of no account' }]) => summarise(RESULTS, new Map([['src/room.ts', SOURCE]]), listed);

  it('identifies a planted fault by its text, so that it is found again on another line', () => {
    expect(toldByText(GREATER, SOURCE)).toEqual(told);
    expect(toldByText({ ...GREATER, location: { start: { line: 3, column: 10 }, end: { line: 3, column: 24 } } }, `\n${SOURCE}`)).toEqual(
      told,
    );
  });

  it('counts detected and undetected faults, and excludes skipped ones', () => {
    expect(summary().all).toEqual({ noticed: 2, timedOut: 1, survived: 2 });
    expect(percentOf(summary().all)).toBe(50);
  });

  it('names every surviving fault that is not listed, with or without a test that runs it', () => {
    expect(summary().unlisted.map(({ text, lineNumber, isRun }) => ({ text, lineNumber, isRun }))).toEqual([
      { text: '!isOpen', lineNumber: 2, isRun: false },
    ]);
    expect(summary([]).unlisted).toHaveLength(2);
  });

  it('names listed faults that do not survive any more', () => {
    const noticed = { ...told, replacement: 'bytes < LIMIT', reason: 'of no account' };
    expect(summary([noticed]).outdated).toEqual([noticed]);
    expect(summary().outdated).toEqual([]);
  });
});
