import { joinBytes } from '#model/join-bytes.ts';
import { createSHA256, type IHasher } from 'hash-wasm';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, StagedPiece } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment, SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { readStagedFile } from '#localdb/files/staged-file.ts';

/**
 * Takes an unknown number of bytes. Up to one segment stays in memory; the rest is written to segments as they fill, so at most two are in memory.
 * No row refers to those segments yet: `discard` removes them, and after a kill the next start sweeps them.
 */
export class Spool {
  readonly #db: LocalDb;
  readonly #device: DeviceKey;
  readonly #uploadId: string;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #hash: IHasher | null = null;
  readonly pieces: StagedPiece[] = [];
  size = 0;

  constructor(db: LocalDb, device: DeviceKey, uploadId: string) {
    this.#db = db;
    this.#device = device;
    this.#uploadId = uploadId;
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (this.#heldBytes === SEGMENT_BYTES) await this.#write();
      const part = bytes.subarray(at, at + SEGMENT_BYTES - this.#heldBytes);
      this.#held.push(part);
      this.#heldBytes += part.length;
      this.size += part.length;
      at += part.length;
    }
  }

  /** All bytes, if they stayed in memory; null if they are in segments. */
  bytes(): Uint8Array<ArrayBuffer> | null {
    return this.pieces.length > 0 ? null : this.#joined();
  }

  /** Writes the rest if there are segments. Returns the SHA-256. */
  async close(): Promise<string> {
    if (this.pieces.length === 0) return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', this.#joined())));
    await this.#write();
    return this.#hash!.digest('hex');
  }

  /** Available after `close`. */
  source(): ByteSource {
    const { size, pieces } = this;
    if (pieces.length === 0) return createMemorySource(this.#joined());
    return {
      size,
      read: (offset, length) => {
        const from = Math.min(offset, size);
        return readStagedFile(this.#db, this.#device, { pieces }, from, Math.min(length, size - from));
      },
    };
  }

  async discard(): Promise<void> {
    await this.#db.segments.bulkDelete(this.pieces.map(({ segmentId }) => segmentId));
  }

  async #write(): Promise<void> {
    const plain = this.#joined();
    this.#hash ??= await createSHA256();
    this.#hash.update(plain);
    const segment = await createSegment(this.#device, this.#uploadId, plain);
    await this.#db.segments.add(segment);
    this.pieces.push({ segmentId: segment.id, offset: 0, length: plain.length });
    this.#held = [];
    this.#heldBytes = 0;
  }

  /** Joined once, because later steps share the array. */
  #joined(): Uint8Array<ArrayBuffer> {
    const [only] = this.#held;
    if (this.#held.length === 1 && only instanceof Uint8Array && only.buffer instanceof ArrayBuffer) return only as Uint8Array<ArrayBuffer>;
    const joined = joinBytes(this.#held);
    this.#held = [joined];
    return joined;
  }
}
