import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalDb } from '#localdb/schema.ts';
import { lampOf, NOTHING_WAITS, titleProgress, waitingWork } from './waiting-work.ts';

describe('the lamp', () => {
  it('is lit when nothing waits', () => {
    expect(lampOf(NOTHING_WAITS, true)).toEqual({ state: 'lit', words: 'All proved', note: 'Nothing waits on this device' });
  });

  it('sends, keeps, or stands still, with its number', () => {
    expect(lampOf({ ...NOTHING_WAITS, studiesSending: 2, studiesKept: 1 }, true)).toMatchObject({
      state: 'sending',
      words: 'Sending 2 studies',
    });
    expect(lampOf({ ...NOTHING_WAITS, studiesKept: 3 }, true)).toEqual({
      state: 'waiting',
      words: '3 studies on this device',
      note: 'Not sent yet',
    });
    expect(lampOf({ ...NOTHING_WAITS, studiesSending: 2, studiesKept: 1 }, false)).toEqual({
      state: 'halted',
      words: 'Offline',
      note: '3 studies wait on this device',
    });
    expect(lampOf({ ...NOTHING_WAITS, studiesSending: 1 }, false).note).toBe('1 study waits on this device');
  });

  it('says how far it is', () => {
    const note = lampOf({ ...NOTHING_WAITS, studiesSending: 1, bytes: 42_900_000, bytesLeft: 22_300_000 }, true).note;
    expect(note?.replaceAll('\u00a0', ' ')).toBe('48 % · 22.3 MB left');
  });

  it('asks for a sign-in before it speaks of the network', () => {
    expect(lampOf({ ...NOTHING_WAITS, studiesSending: 2, needsSignIn: true }, false)).toMatchObject({
      state: 'halted',
      words: 'Sign in to continue',
    });
  });

  it('says of what waits for a right neither that it is sent nor that it failed', () => {
    expect(lampOf({ ...NOTHING_WAITS, studiesSending: 2, studiesWithoutRight: 2 }, true)).toEqual({
      state: 'halted',
      words: 'Upload not allowed',
      note: '2 studies wait on this device',
    });
  });

  it('does not say that it sends what failed', () => {
    expect(lampOf({ ...NOTHING_WAITS, studiesFailed: 1, studiesSending: 2 }, true)).toEqual({
      state: 'halted',
      words: '1 study failed',
      note: 'Kept on this device',
    });
  });

  it.each([
    ['storage_full', 'halted', 'The server has no room left'],
    ['too_many', 'waiting', 'The server told this device to wait'],
    ['server', 'waiting', 'The server does not answer as it should'],
    ['anything', 'waiting', 'The server does not answer as it should'],
  ])('does not say that it sends what waits out a pause: %s', (pausedBy, state, note) => {
    const work = { ...NOTHING_WAITS, studiesSending: 1, studiesPaused: 1, pausedBy, bytes: 1000, bytesLeft: 500 };
    expect(lampOf(work, true)).toEqual({ state, words: '1 study waits on this device', note });
    expect(lampOf({ ...work, pausedBy: null, studiesPaused: 0 }, true).words).toBe('Sending 1 study');
  });

  it('speaks of a full server also while another upload is tried, and of no other pause', () => {
    const work = { ...NOTHING_WAITS, studiesSending: 3, studiesPaused: 1 };
    expect(lampOf({ ...work, pausedBy: 'storage_full' }, true).words).toBe('1 study waits on this device');
    expect(lampOf({ ...work, pausedBy: 'server' }, true).words).toBe('Sending 3 studies');
  });

  it('never says that all is proved while something waits', () => {
    for (const work of [
      { studiesSending: 1 },
      { studiesFailed: 1 },
      { studiesKept: 1 },
      { needsSignIn: true },
      { studiesWithoutRight: 1 },
    ]) {
      for (const reachable of [true, false]) expect(lampOf({ ...NOTHING_WAITS, ...work }, reachable).words).not.toBe('All proved');
    }
  });
});

describe('the title of the tab', () => {
  it.each([
    [NOTHING_WAITS, null],
    [{ ...NOTHING_WAITS, studiesKept: 2 }, null],
    [{ ...NOTHING_WAITS, studiesSending: 2, bytes: 1000, bytesLeft: 521 }, '47 %'],
    [{ ...NOTHING_WAITS, studiesSending: 2, bytes: 1000, bytesLeft: 1, studiesFailed: 1 }, 'Upload stopped'],
    [{ ...NOTHING_WAITS, studiesSending: 2, bytes: 1000, bytesLeft: 1, studiesWithoutRight: 2 }, 'Upload stopped'],
    [{ ...NOTHING_WAITS, studiesSending: 2, bytes: 1000, bytesLeft: 1, needsSignIn: true }, 'Sign in to continue'],
  ])('%#', (work, wanted) => {
    expect(titleProgress(work)?.replaceAll('\u00a0', ' ') ?? null).toBe(wanted);
  });
});

describe('what waits', () => {
  let db: LocalDb;
  beforeEach(() => {
    db = new LocalDb(7);
  });
  afterEach(() => db.delete());

  const upload = (id: string, phase: string, halt: unknown = null, waiting: unknown = null) =>
    db.table('uploads').add({ id, phase, halt, waiting, shown: 0 });
  const study = (id: string, uploadId: string) => db.table('studies').add({ id, uploadId, keyHash: id });
  const series = (id: string, studyId: string, files: number, provedFiles: number, idx: number | null) =>
    db.table('series').add({
      id,
      uploadId: studyId.charAt(0),
      studyId,
      keyHash: id,
      files,
      provedFiles,
      idx,
      bytes: files * 100,
      confirmedBytes: provedFiles * 100,
    });

  it('is counted over all uploads that are not proved', async () => {
    await Promise.all([
      upload('a', 'none'),
      study('a1', 'a'),
      series('s1', 'a1', 19, 0, null),
      upload('b', 'registered', { why: 'sign-in' }),
      study('b1', 'b'),
      study('b2', 'b'),
      series('s2', 'b1', 40, 38, 0),
      series('not selected', 'b2', 5, 0, null),
      upload('c', 'ended'),
      study('c1', 'c'),
      upload('d', 'registered', { why: 'failed', message: 'The server answered with 403.' }),
      study('d1', 'd'),
      series('s3', 'd1', 7, 0, 0),
      upload('e', 'registered', { why: 'rights', code: 'not_allowed' }),
      study('e1', 'e'),
      series('s4', 'e1', 2, 0, 0),
    ]);
    expect(await waitingWork(db)).toEqual({
      studiesSending: 2,
      studiesPaused: 0,
      pausedBy: null,
      studiesFailed: 1,
      studiesKept: 1,
      files: 30,
      bytes: 4_900,
      bytesLeft: 1_100,
      needsSignIn: true,
      studiesWithoutRight: 1,
    });
  });

  it('is paused where the sender waits: what a person can end goes before what heals', async () => {
    await Promise.all([
      upload('a', 'registered', null, { reason: 'network', until: 1, tries: 1 }),
      study('a1', 'a'),
      series('s1', 'a1', 3, 0, 0),
      upload('b', 'registered', null, { reason: 'storage_full', until: 1, tries: 1 }),
      study('b1', 'b'),
      series('s2', 'b1', 3, 1, 0),
      upload('c', 'registered'),
      study('c1', 'c'),
      series('s3', 'c1', 3, 1, 0),
    ]);
    expect(await waitingWork(db)).toMatchObject({ studiesSending: 3, studiesPaused: 2, pausedBy: 'storage_full' });
  });

  it('is nothing on a new device', async () => {
    expect(await waitingWork(db)).toEqual(NOTHING_WAITS);
  });
});
