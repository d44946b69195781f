import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import { exampleInstance } from '#model/studies/instance.example.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { commitFiles, type CommittedFiles, type StagedFile } from '#localdb/files/commit-files.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { createQueueStore } from './queue-store.ts';
import type { LocalDb, SegmentRow } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';

/** Queues for tests: invented files of 1000 bytes. */

export type Store = ReturnType<typeof createQueueStore>;

/** The status answer of a server that has nothing. */
export const NOTHING_HELD = { state: 'upload' as const, series: [], chunks: [], files: [] };

/** A team whose studies are sent unchanged. */
export const AS_THEY_ARE = { settings: { ...FIRST_DEIDENTIFICATION, usual: false }, tag: 'as they are' };

export interface StagedBatch {
  files: StagedFile[];
  segment: SegmentRow;
}

/** Files in one segment. The same `fill` gives the same contents. */
export async function stageBatch(
  device: DeviceKey,
  uploadId: string,
  descriptions: Partial<InstanceDescription>[],
  fill = 1,
): Promise<StagedBatch> {
  const size = 1000;
  const plain = Uint8Array.from({ length: descriptions.length * size }, (_, n) => (n * 31 + fill * 7 + Math.floor(n / size)) & 0xff);
  const segment = await createSegment(device, uploadId, plain);
  const files = descriptions.map(async (overrides, n): Promise<StagedFile> => ({
    id: crypto.randomUUID(),
    names: { name: `${n}.dcm`, path: `folder/${n}.dcm` },
    size,
    sha256: bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', plain.subarray(n * size, (n + 1) * size)))),
    pieces: [{ segmentId: segment.id, offset: n * size, length: size }],
    reading: readingOf(exampleInstance(overrides)),
  }));
  return { files: await Promise.all(files), segment };
}

export function readingOf(description: InstanceDescription): StagedFile['reading'] {
  return { ok: true, description, slices: [toDescribedSlice(description, 0)] };
}

export async function commitBatch(db: LocalDb, device: DeviceKey, uploadId: string, batch: StagedBatch): Promise<CommittedFiles> {
  return commitFiles(db, device, uploadId, batch.files, [batch.segment]);
}

/** Advances the upload until chunks can be sent, like the engine. */
export async function register(store: Store, uploadId: string): Promise<void> {
  await store.savePrepared(uploadId, 'up_token');
  for (;;) {
    const body = await store.nextUnregistered(uploadId);
    if (body === null) break;
    await store.saveRegistered(uploadId, body.study.id, {
      study: { id: 7, uuid: crypto.randomUUID(), pipelineCode: null },
      series: body.study.series.map(({ id }, n) => ({ clientId: id, id: n, uuid: crypto.randomUUID() })),
    });
  }
  await store.saveAllRegistered(uploadId);
}

/** Acknowledges every waiting chunk, with its files verified. */
export async function sendAll(db: LocalDb, store: Store, uploadId: string): Promise<void> {
  for (const index of await store.waitingChunks(uploadId)) {
    const chunk = await db.chunks.get([uploadId, index]);
    await store.confirmChunk(uploadId, index, [...new Set(chunk?.parts.map((part) => part.fileId))]);
  }
}
