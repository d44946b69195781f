import { expect, it } from 'vitest';
import { lostProblems, mayAddFiles } from './may-add-files.ts';

const row = (problem: 'lost-on-device' | 'archive-rar') => ({ fileId: problem, name: 'a.dcm', path: 'a.dcm', size: 1, problem });

it('accepts no files until the upload is loaded', () => {
  expect(mayAddFiles(undefined)).toBe(false);
});

it('accepts files before Process', () => {
  expect(mayAddFiles(null)).toBe(true);
  expect(mayAddFiles({ state: 'ready', problems: [] })).toBe(true);
  expect(mayAddFiles({ state: 'preview', problems: [] })).toBe(true);
});

it('accepts files after Process only if the browser has lost some', () => {
  for (const state of ['upload', 'converting', 'finished'] as const) {
    expect(mayAddFiles({ state, problems: [row('archive-rar')] })).toBe(false);
    expect(mayAddFiles({ state, problems: [row('lost-on-device')] })).toBe(true);
  }
});

it('finds the lost files among the problems', () => {
  expect(lostProblems([row('archive-rar'), row('lost-on-device')]).map(({ fileId }) => fileId)).toEqual(['lost-on-device']);
});
