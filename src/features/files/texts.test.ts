import { expect, it } from 'vitest';
import type { FileWork } from '#contract/file-areas.ts';
import {
  conflictTitle,
  dragText,
  filesFailureText,
  selectionText,
  sizeText,
  uploadNote,
  usedText,
  voxelText,
  workNote,
  workTitle,
} from './texts.ts';

const WORK: FileWork = {
  ...{ uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01', kind: 'copy', state: 'running', title: 'hippocampus-v3', count: 3, dir: '/north/b' },
  ...{ entries_done: 118, entries_total: 184, bytes_done: 264_000_000, bytes_total: 412_000_000, current: 'hipp_052.nii.gz' },
  ...{ failure: null, skipped: 0, created_at: '', started_at: '', ended_at: null, by: null },
};

it('a work says what it does, where it is, and what it did', () => {
  expect([workTitle(WORK), workNote(WORK)]).toEqual(['Copying hippocampus-v3 and 2 more', '118 of 184 entries, hipp_052.nii.gz']);
  const done = { ...WORK, state: 'done' as const, count: 1, entries_done: 184, bytes_done: 412_000_000, skipped: 2 };
  expect([workTitle(done), workNote(done)]).toEqual(['Copied hippocampus-v3', '184 entries · 412\u00A0MB · 2 skipped · in /north/b']);
  const failed = { ...WORK, state: 'failed' as const, kind: 'unzip' as const, count: 1, failure: 'archive-bomb' as const };
  expect([workTitle(failed), workNote(failed)]).toEqual([
    'Unpack hippocampus-v3: failed',
    'The archive unpacks to far more than its size. Nothing of it was kept.',
  ]);
});

it('an upload of which the page was closed too early says what can be done with it', () => {
  const none = { phase: 'none' as const, halt: null, waiting: null };
  expect([uploadNote({ ...none, files: 2 }, true), uploadNote({ ...none, files: 0 }, true)]).toEqual([
    'The page was closed before all files were on this device. Upload these, or cancel and choose again.',
    'The page was closed before a file was on this device. Cancel, and choose again.',
  ]);
});

it('a selection is counted by kind', () => {
  expect(selectionText({ files: 2, folders: 1, bytes: 2_900_000_000 })).toBe('2.9\u00A0GB in 2 files and 1 folder');
  expect(selectionText({ files: 0, folders: 3, bytes: 0 })).toBe('3 folders');
});

it('while entries are dragged the label says what will happen', () => {
  expect([dragText(false, 1, 'a.nii', '/north/b'), dragText(true, 3, 'a.nii', '/north')]).toEqual([
    'Move a.nii to b',
    'Copy 3 entries to north',
  ]);
});

it('used space, sizes of volumes and names in the way are in words', () => {
  expect([usedText({ bytes: 38_200_000_000, limit: 200_000_000_000 }), usedText({ bytes: 0, limit: null })]).toEqual([
    '38.2 of 200\u00A0GB',
    '0\u00A0B used',
  ]);
  expect([sizeText([384, 384, 19]), sizeText([512, 512, 1]), voxelText([0.5, 0.5, 3]), voxelText([0.5, null, null])]).toEqual([
    '384 × 384 × 19',
    '512 × 512',
    '0.5 × 0.5 × 3.0\u00A0mm',
    '',
  ]);
  expect(conflictTitle([{ kind: 'file', count: 2, examples: [] }])).toBe('2 names exist');
});

it('a refused name says why', () => {
  const errors = { to: ['A name must not end with a dot or a space.'] };
  expect(filesFailureText({ kind: 'refused', status: 422, code: 'file_name_refused', message: 'no', errors })).toBe(errors.to[0]);
});
