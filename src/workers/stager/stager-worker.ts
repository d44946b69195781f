import { createSHA256 } from 'hash-wasm';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { keepGivenFiles, type GivenFile, type KeptFiles } from '#localdb/legacy-upload/legacy-uploads.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { LocalDb, type SegmentRow, type StagedPiece } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment, SEGMENT_BYTES } from '#localdb/files/segment.ts';
import type { FileToStage } from './types.ts';

export type StageResult =
  | { ok: true; kept: number; duplicates: number }
  /** `closed`: the upload accepts no more files. `fault`: a file could not be read, or this device failed. */
  | { ok: false; why: 'quota' | 'closed' | 'fault' };

/**
 * Copies files of a legacy upload onto this device unchanged: each is read and hashed once, encrypted and committed. Their contents are left to the
 * server. Runs in a web worker.
 */
export class StagerWorker {
  readonly #db: LocalDb;

  constructor(userId: number) {
    this.#db = new LocalDb(userId);
  }

  /** The files of one segment, or a single larger file. If a batch fails, nothing of it is stored. */
  async stage(uploadId: string, files: FileToStage[]): Promise<StageResult> {
    try {
      const device = await openDeviceKey(this.#db);
      const [only] = files;
      const isLarge = files.length === 1 && only !== undefined && only.file.size > SEGMENT_BYTES;
      const { kept, duplicates, isClosed } = isLarge
        ? await this.#stageLargeFile(device, uploadId, only)
        : await this.#stageSmallFiles(device, uploadId, files);
      return isClosed ? { ok: false, why: 'closed' } : { ok: true, kept, duplicates };
    } catch (error) {
      return { ok: false, why: isQuotaError(error) ? 'quota' : 'fault' };
    }
  }

  /** Reads all bytes in one step into one segment. */
  async #stageSmallFiles(device: DeviceKey, uploadId: string, files: FileToStage[]): Promise<KeptFiles> {
    const plain = new Uint8Array(await new Blob(files.map(({ file }) => file)).arrayBuffer());
    if (plain.length !== files.reduce((sum, { file }) => sum + file.size, 0)) throw new Error('A file changed while it was read');
    const segment = await createSegment(device, uploadId, plain);
    let offset = 0;
    const given = files.map(async (each): Promise<GivenFile> => {
      const pieces = each.file.size === 0 ? [] : [{ segmentId: segment.id, offset, length: each.file.size }];
      const bytes = plain.subarray(offset, offset + each.file.size);
      offset += each.file.size;
      const sha256 = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
      return { ...givenFile(each), sha256, pieces };
    });
    return keepGivenFiles(this.#db, device, uploadId, await Promise.all(given), [segment]);
  }

  /**
   * Each segment is written as soon as it is full, so at most two are in memory. The row that refers to them is committed at the end. Unused
   * segments are deleted immediately or by the next sweep.
   */
  async #stageLargeFile(device: DeviceKey, uploadId: string, taken: FileToStage): Promise<KeptFiles> {
    const written: string[] = [];
    try {
      const hash = await createSHA256();
      const pieces: StagedPiece[] = [];
      for (let at = 0; at < taken.file.size; at += SEGMENT_BYTES) {
        const plain = new Uint8Array(await taken.file.slice(at, at + SEGMENT_BYTES).arrayBuffer());
        if (plain.length !== Math.min(SEGMENT_BYTES, taken.file.size - at)) throw new Error('A file changed while it was read');
        hash.update(plain);
        const segment: SegmentRow = await createSegment(device, uploadId, plain);
        await this.#db.segments.add(segment);
        written.push(segment.id);
        pieces.push({ segmentId: segment.id, offset: 0, length: plain.length });
      }
      const given = { ...givenFile(taken), sha256: hash.digest('hex'), pieces };
      const kept = await keepGivenFiles(this.#db, device, uploadId, [given], []);
      await this.#db.segments.bulkDelete(kept.unheldSegmentIds);
      return kept;
    } catch (error) {
      await this.#db.segments.bulkDelete(written).catch(() => undefined);
      throw error;
    }
  }
}

function givenFile({ id, file, path }: FileToStage): Pick<GivenFile, 'id' | 'name' | 'path' | 'size'> {
  return { id, name: file.name, path, size: file.size };
}
