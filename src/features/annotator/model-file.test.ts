import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { fetchBytes } from '#api/call-api.ts';
import { LocalDb } from '#localdb/schema.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { isModelHere, modelFile } from './model-file.ts';

vi.mock('#api/call-api.ts', () => ({ fetchBytes: vi.fn<typeof fetchBytes>() }));

const VERSION = { uuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c50' };
const FILE = Uint8Array.of(1, 2, 3);
let db: LocalDb;

beforeEach(() => {
  db = new LocalDb(nextUser());
  vi.mocked(fetchBytes).mockImplementation(async () => ({ ok: true, value: new Response(FILE) }));
});

it('a model that was run is kept sealed in the cache of the device, and answers without a network [AI-97]', async () => {
  expect(await isModelHere(db, VERSION)).toBe(false);
  expect(await modelFile(db, VERSION)).toEqual({ ok: true, bytes: FILE });
  vi.mocked(fetchBytes).mockImplementation(async () => ({ ok: false, failure: { kind: 'network' } }));
  expect(await modelFile(db, VERSION)).toEqual({ ok: true, bytes: FILE });
  expect(await isModelHere(db, VERSION)).toBe(true);
  expect(await db.keptObjects.toArray()).toMatchObject([{ key: `model:${VERSION.uuid}`, cached: 1 }]);
  const [piece] = await db.keptPieces.toArray();
  expect(piece!.bytes instanceof Blob ? piece!.bytes.size : piece!.bytes.byteLength).toBeGreaterThan(FILE.length);
});

it('a model that is neither here nor sent says why [AI-97]', async () => {
  vi.mocked(fetchBytes).mockImplementation(async () => ({ ok: false, failure: { kind: 'network' } }));
  expect(await modelFile(db, VERSION)).toEqual({ ok: false, why: 'offline' });
  vi.mocked(fetchBytes).mockImplementation(async () => ({
    ok: false,
    failure: { kind: 'refused', status: 404, code: 'not_found', message: '' },
  }));
  expect(await modelFile(db, VERSION)).toEqual({ ok: false, why: 'failed' });
});
