import { expect, it } from 'vitest';
import { uploadStatus } from './upload-status.ts';

it.each([
  [{ state: 'preview', errors: 0, proved: 0, files: 0 }, 'queued'],
  [{ state: 'upload', errors: 0, proved: 8, files: 11 }, 'sending'],
  [{ state: 'upload', errors: 0, proved: 11, files: 11 }, 'proved'],
  [{ state: 'converting', errors: 1, proved: 11, files: 11 }, 'converting'],
  [{ state: 'finished', errors: 0, proved: 11, files: 11 }, 'converted'],
  [{ state: 'finished', errors: 2, proved: 11, files: 11 }, 'failed'],
] as const)('%j reads %s', (row, word) => {
  expect(uploadStatus(row)).toBe(word);
});
