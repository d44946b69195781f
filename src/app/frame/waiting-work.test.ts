import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { saveWrite } from '#localdb/outbox/outbox.ts';
import { LocalDb } from '#localdb/schema.ts';
import { lampOf, NOTHING_WAITS, titleProgress, waitingWork } from './waiting-work.ts';

const studies = (count: number) => ({ studies: count, uploads: 0 });

describe('the status lamp', () => {
  it('shows that everything is done when nothing waits', () => {
    expect(lampOf(NOTHING_WAITS, true)).toEqual({ state: 'lit', words: 'All verified', note: 'Nothing waits on this device' });
  });

  it('shows sending, waiting or halted, with the number of studies', () => {
    expect(lampOf({ ...NOTHING_WAITS, sending: studies(2), kept: studies(1) }, true)).toMatchObject({
      state: 'sending',
      words: 'Sending 2 studies',
    });
    expect(lampOf({ ...NOTHING_WAITS, kept: studies(3) }, true)).toEqual({
      state: 'waiting',
      words: '3 studies on this device',
      note: 'Not sent yet',
    });
    expect(lampOf({ ...NOTHING_WAITS, sending: studies(2), kept: studies(1) }, false)).toEqual({
      state: 'halted',
      words: 'Offline',
      note: '3 studies wait on this device',
    });
    expect(lampOf({ ...NOTHING_WAITS, sending: studies(1) }, false).note).toBe('1 study waits on this device');
    expect(lampOf({ ...NOTHING_WAITS, changes: 2 }, false).note).toBe('2 changes wait on this device');
    expect(lampOf(NOTHING_WAITS, false).note).toBe('Nothing waits on this device');
  });

  it('shows the progress', () => {
    const note = lampOf({ ...NOTHING_WAITS, sending: studies(1), bytes: 42_900_000, bytesLeft: 22_300_000 }, true).note;
    expect(note?.replaceAll('\u00a0', ' ')).toBe('48 % · 22.3 MB left');
  });

  it('asks for a sign-in before it mentions the network', () => {
    expect(lampOf({ ...NOTHING_WAITS, sending: studies(2), needsSignIn: true }, false)).toMatchObject({
      state: 'halted',
      words: 'Sign in to continue',
    });
  });

  it('shows that an upload is not allowed, neither sent nor failed', () => {
    expect(lampOf({ ...NOTHING_WAITS, sending: studies(2), withoutRight: studies(2) }, true)).toEqual({
      state: 'halted',
      words: 'Upload not allowed',
      note: '2 studies wait on this device',
    });
  });

  it('does not show a failed upload as being sent', () => {
    expect(lampOf({ ...NOTHING_WAITS, failed: studies(1), sending: studies(2) }, true)).toEqual({
      state: 'halted',
      words: '1 study failed',
      note: 'Kept on this device',
    });
  });

  it.each([
    ['storage_full', 'halted', 'The server has no space left'],
    ['too_many', 'waiting', 'The server told this device to wait'],
    ['server', 'waiting', 'The server does not answer as it should'],
    ['anything', 'waiting', 'The server does not answer as it should'],
  ])('does not show a paused upload as being sent: %s', (pausedBy, state, note) => {
    const work = { ...NOTHING_WAITS, sending: studies(1), paused: studies(1), pausedBy, bytes: 1000, bytesLeft: 500 };
    expect(lampOf(work, true)).toEqual({ state, words: '1 study waits on this device', note });
    expect(lampOf({ ...work, pausedBy: null, paused: studies(0) }, true).words).toBe('Sending 1 study');
  });

  it('mentions a full server even while another upload is sent, but no other pause', () => {
    const work = { ...NOTHING_WAITS, sending: studies(3), paused: studies(1) };
    expect(lampOf({ ...work, pausedBy: 'storage_full' }, true).words).toBe('1 study waits on this device');
    expect(lampOf({ ...work, pausedBy: 'server' }, true).words).toBe('Sending 3 studies');
  });

  it('shows no number of studies while it is unknown', () => {
    const upload = { studies: 0, uploads: 1 };
    const wordsOf = (work: object, reachable = true) => lampOf({ ...NOTHING_WAITS, ...work }, reachable);
    expect(wordsOf({ sending: upload }).words).toBe('Sending 1 upload');
    expect(wordsOf({ sending: { studies: 2, uploads: 1 } }).words).toBe('Sending 2 studies and 1 upload');
    expect(wordsOf({ sending: upload, kept: studies(1) }, false).note).toBe('1 study and 1 upload wait on this device');
    expect(wordsOf({ toProcess: { studies: 2, uploads: 1 } })).toEqual({
      state: 'waiting',
      words: '2 studies and 1 upload on the server',
      note: 'Not processed yet',
    });
  });

  it('never says that everything is verified while something waits', () => {
    for (const work of [
      { sending: studies(1) },
      { failed: studies(1) },
      { kept: studies(1) },
      { toProcess: studies(1) },
      { needsSignIn: true },
      { withoutRight: studies(1) },
    ]) {
      for (const reachable of [true, false]) expect(lampOf({ ...NOTHING_WAITS, ...work }, reachable).words).not.toBe('All verified');
    }
  });
});

describe('the tab title', () => {
  it.each([
    [NOTHING_WAITS, null],
    [{ ...NOTHING_WAITS, kept: studies(2) }, null],
    [{ ...NOTHING_WAITS, sending: studies(2), bytes: 1000, bytesLeft: 521 }, '47 %'],
    [{ ...NOTHING_WAITS, sending: studies(2), bytes: 1000, bytesLeft: 1, failed: studies(1) }, 'Upload stopped'],
    [{ ...NOTHING_WAITS, sending: studies(2), bytes: 1000, bytesLeft: 1, withoutRight: studies(2) }, 'Upload stopped'],
    [{ ...NOTHING_WAITS, sending: studies(2), bytes: 1000, bytesLeft: 1, needsSignIn: true }, 'Sign in to continue'],
  ])('%#', (work, wanted) => {
    expect(titleProgress(work)?.replaceAll('\u00a0', ' ') ?? null).toBe(wanted);
  });
});

describe('waiting work', () => {
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

  it('is counted over all uploads that are not verified', async () => {
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
      saveWrite(db, { kind: 'all-notifications', last_id: 3 }),
      db.table('maskOperations').bulkAdd([
        { uuid: 'a', state: 'drawn' },
        { uuid: 'b', state: 'taken', number: 1 },
        { uuid: 'c', state: 'aside' },
      ]),
    ]);
    expect(await waitingWork(db)).toEqual({
      sending: studies(2),
      paused: studies(0),
      pausedBy: null,
      failed: studies(1),
      kept: studies(1),
      toProcess: studies(0),
      files: 30,
      bytes: 4_900,
      bytesLeft: 1_100,
      needsSignIn: true,
      changes: 2,
      drawn: 1,
      withoutRight: studies(1),
    });
  });

  it('is paused while the sender waits: a reason that the user can fix comes before one that passes', async () => {
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
    expect(await waitingWork(db)).toMatchObject({ sending: studies(3), paused: studies(2), pausedBy: 'storage_full' });
  });

  it('counts an upload whose archive is sent to the server as one, next to the studies read on this device', async () => {
    const archive = { uploadId: 'a', size: 1_000, problem: 'for-server', seriesId: null, segmentIds: [], state: 'stored' };
    const chunk = { uploadId: 'a', studyId: '', bytes: 400, parts: [] };
    await Promise.all([
      upload('a', 'none', null, { reason: 'network', until: 1, tries: 1 }),
      db.table('uploads').update('a', { opening: 'archive-sending' }),
      study('a1', 'a'),
      series('s1', 'a1', 3, 0, null),
      db.table('files').bulkAdd([1, 2].map((id) => ({ ...archive, id: String(id), sha256: String(id) }))),
      db.table('chunks').bulkAdd([
        { ...chunk, index: 0, state: 'confirmed' },
        { ...chunk, index: 1, state: 'waiting' },
      ]),
    ]);
    expect(await waitingWork(db)).toEqual({
      ...NOTHING_WAITS,
      kept: studies(1),
      sending: { studies: 0, uploads: 1 },
      paused: { studies: 0, uploads: 1 },
      pausedBy: 'network',
      files: 3,
      bytes: 2_000,
      bytesLeft: 1_600,
    });
    await db.table('uploads').update('a', { opening: 'archive-reading', waiting: null });
    expect(await waitingWork(db)).toEqual({ ...NOTHING_WAITS, kept: studies(1), toProcess: { studies: 0, uploads: 1 }, files: 3 });
    await db.table('uploads').update('a', { opening: null });
    await Promise.all([study('a2', 'a'), series('s2', 'a2', 9, 0, null)]);
    await db.table('series').update('s2', { server: { uploadId: '1', studyKey: '1' } });
    expect(await waitingWork(db)).toEqual({ ...NOTHING_WAITS, kept: studies(1), toProcess: studies(1), files: 3 });
  });

  it('counts the files of a legacy upload as one upload', async () => {
    await Promise.all([upload('a', 'registered'), study('a1', 'a'), series('s1', 'a1', 3, 0, 0)]);
    await db.table('uploads').update('a', { legacy: { step: 'uploading' } });
    expect(await waitingWork(db)).toMatchObject({ sending: { studies: 0, uploads: 1 } });
  });

  it('is nothing on a new device', async () => {
    expect(await waitingWork(db)).toEqual(NOTHING_WAITS);
  });
});
