import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LocalDb } from '#localdb/schema.ts';
import { readOpening } from './opening.ts';

describe('the progress at the time the page was opened', () => {
  let db: LocalDb;
  beforeEach(() => {
    db = new LocalDb(7);
  });
  afterEach(() => db.delete());

  const upload = (id: string, phase: string, shown: 0 | 1) => db.table('uploads').add({ id, phase, shown });
  const series = (id: string, idx: number | null, numbers: object) =>
    db.table('series').add({ id, uploadId: id.charAt(0), studyId: 's', keyHash: id, idx, ...numbers });

  it('is counted over the series that are sent', async () => {
    await upload('a', 'registered', 1);
    await series('a1', 0, { files: 20, provedFiles: 12, bytes: 900, confirmedBytes: 700 });
    await series('a2', 1, { files: 10, provedFiles: 0, bytes: 100, confirmedBytes: 0 });
    await series('a3', null, { files: 5, provedFiles: 0, bytes: 50, confirmedBytes: 0 });
    expect(await readOpening(db)).toEqual({
      uploadId: 'a',
      at: expect.any(Number),
      provedFiles: 12,
      files: 30,
      confirmedBytes: 700,
      bytes: 1000,
    });
  });

  it('is zero on a new device, before Process and after the end', async () => {
    expect(await readOpening(db)).toBeNull();
    await upload('a', 'none', 1);
    expect(await readOpening(db)).toBeNull();
    await db.table('uploads').update('a', { phase: 'ended' });
    expect(await readOpening(db)).toBeNull();
  });
});
