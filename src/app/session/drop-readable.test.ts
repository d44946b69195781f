import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setBases } from '#api/bases.ts';
import type { EvictionMark, MarkStore } from '#features/upload/intake/eviction-mark.ts';
import { LocalDb, type KeptObjectRow, type KeptPieceRow, type PinRow, type SeriesRow, type UploadRow } from '#localdb/schema.ts';
import type { TransferPhase } from '#model/uploads/transfer-phase.ts';
import { dropReadable } from './drop-readable.ts';

const USER = 7;
let asked: string[];
let saved: EvictionMark | null;
const mark: MarkStore = { read: () => saved, write: (next) => void (saved = next) };

beforeEach(() => {
  asked = [];
  saved = { keyId: '0a1b2c3d', files: 9, lost: 0 };
  setBases({ api: 'http://north.app.localhost/api', services: 'http://north.app.localhost/services' });
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return new Response(null, { status: 204 });
  });
});

afterEach(() => Dexie.delete(`lightship.u${USER}`));

async function fill(phases: Partial<Record<string, TransferPhase>>): Promise<void> {
  const db = new LocalDb(USER);
  for (const [id, phase] of Object.entries(phases)) {
    const row = { id, phase, state: phase === 'none' ? 'preview' : 'upload', shown: 0, createdAt: 1, started: 1, uploadToken: 'up_1' };
    await db.uploads.add({ ...row, halt: null, waiting: null, endedAt: null } as UploadRow);
    await db.series.add({ id: `${id}-series`, uploadId: id, idx: 0, files: 3, provedFiles: 1 } as SeriesRow);
    await db.previews.add({ fileId: `${id}-file`, frame: 0, uploadId: id } as Parameters<typeof db.previews.add>[0]);
  }
  await db.lists.add({ key: 'studies', sealed: new Uint8Array(1), at: 1 });
  await db.pins.add({ studyUuid: 'a', state: 'kept' } as PinRow);
  await db.keptObjects.add({ id: 'o', studyUuid: 'a', cached: 0, keptBytes: 1 } as KeptObjectRow);
  await db.keptPieces.add({ objectId: 'o', at: 0 } as KeptPieceRow);
  db.close();
}

async function left(): Promise<{ uploads: string[]; previews: string[]; read: number } | null> {
  if (!(await Dexie.exists(`lightship.u${USER}`))) return null;
  const db = new LocalDb(USER);
  const uploads = await db.uploads.toCollection().primaryKeys();
  const previews = (await db.previews.toArray()).map(({ uploadId }) => uploadId);
  const counts = await Promise.all([db.lists, db.pins, db.keptObjects, db.keptPieces].map((table) => table.count()));
  const read = counts.reduce((sum, count) => sum + count, 0);
  db.close();
  return { uploads, previews, read };
}

describe('signing out', () => {
  it('leaves nothing behind when nothing waits', async () => {
    await fill({ done: 'ended', converting: 'sent' });
    await dropReadable(USER, 'keep', mark);
    expect(await left()).toBeNull();
    expect(asked).toEqual([]);
  });

  it('keeps only the waiting uploads when the user chose so [PWA-39]', async () => {
    await fill({ arranged: 'none', sending: 'registered', done: 'ended' });
    await dropReadable(USER, 'keep', mark);
    expect(await left()).toEqual({ uploads: ['arranged', 'sending'], previews: ['arranged', 'sending'], read: 0 });
    expect(asked).toEqual([]);
  });

  it('keeps what was drawn and is not on the server, with the writes that make what it is drawn on [MASK-73]', async () => {
    await fill({ done: 'ended' });
    const db = new LocalDb(USER);
    const sealed = new Uint8Array(1);
    const of = { segmentation: 's', study: 'a', isOwn: 1, sealed } as const;
    await db.masks.add({ segmentation: 's', study: 'a', gridHash: '', last: 1 });
    await db.maskOperations.bulkAdd([
      { ...of, uuid: '1', state: 'taken', number: 1 },
      { ...of, uuid: '2', state: 'aside', reason: 'access' },
      { ...of, uuid: '3', state: 'drawn' },
    ]);
    const write = { kind: 'notification', id: 1, is_seen: 1 } as const;
    const keys = ['segmentation:s', 'segmentation-mask:s', 'segment:p', 'segment-title:p', 'measurement:m', 'notification:1'];
    await db.outbox.bulkAdd(keys.map((key) => ({ key, write })));
    await db.commentDrafts.add({ key: 'new:a', study: 'a', sealed });
    db.close();
    await dropReadable(USER, 'keep', mark);
    expect(await left()).toEqual({ uploads: [], previews: [], read: 0 });
    const after = new LocalDb(USER);
    expect(await after.commentDrafts.count()).toBe(0);
    expect([await after.masks.count(), (await after.maskOperations.toArray()).map(({ uuid }) => uuid)]).toEqual([0, ['3']]);
    expect((await after.outbox.orderBy('seq').toArray()).map(({ key }) => key)).toEqual(keys.slice(0, 3));
    after.close();
    await dropReadable(USER, 'delete', mark);
    expect(await left()).toBeNull();
  });

  it('deletes the waiting uploads when the user chose so, and tells the server', async () => {
    await fill({ sending: 'registered', done: 'ended' });
    await dropReadable(USER, 'delete', mark);
    expect(await left()).toBeNull();
    expect(asked).toEqual(['DELETE /services/c-upload/sending']);
  });

  it('records what is left here, so that the browser is not blamed for what the user deleted', async () => {
    await fill({ arranged: 'none', sending: 'registered', done: 'ended' });
    await dropReadable(USER, 'keep', mark);
    expect(saved).toEqual({ keyId: '0a1b2c3d', files: 4, lost: 0 });
    await dropReadable(USER, 'delete', mark);
    expect(saved).toEqual({ keyId: '0a1b2c3d', files: 0, lost: 0 });
  });

  it('keeps reporting what the browser removed earlier', async () => {
    saved = { keyId: '0a1b2c3d', files: 2, lost: 5 };
    await fill({ arranged: 'none' });
    await dropReadable(USER, 'delete', mark);
    expect(saved).toEqual({ keyId: '0a1b2c3d', files: 0, lost: 5 });
  });

  it('records nothing when nothing was recorded earlier', async () => {
    saved = null;
    await fill({ arranged: 'none' });
    await dropReadable(USER, 'keep', mark);
    expect(saved).toBeNull();
  });
});
