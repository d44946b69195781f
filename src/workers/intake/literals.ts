import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, StagedPiece } from '#localdb/schema.ts';
import { createSegment, SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { joinBytes } from '#model/join-bytes.ts';

/**
 * Bytes that are in no file of the user, mainly headers, packed into separate segments ahead of the rows that refer to them. Memory stays at one
 * segment. The pieces that `add` returns are valid once `close` was called.
 */
export class Literals {
  readonly #db: LocalDb;
  readonly #device: DeviceKey;
  readonly #uploadId: string;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #waiting: StagedPiece[] = [];
  readonly #written: string[] = [];

  constructor(db: LocalDb, device: DeviceKey, uploadId: string) {
    this.#db = db;
    this.#device = device;
    this.#uploadId = uploadId;
  }

  async add(bytes: Uint8Array): Promise<StagedPiece[]> {
    const pieces: StagedPiece[] = [];
    for (let at = 0; at < bytes.length;) {
      if (this.#heldBytes === SEGMENT_BYTES) await this.close();
      const part = bytes.subarray(at, at + SEGMENT_BYTES - this.#heldBytes);
      const piece = { segmentId: '', offset: this.#heldBytes, length: part.length };
      this.#held.push(part);
      this.#heldBytes += part.length;
      this.#waiting.push(piece);
      pieces.push(piece);
      at += part.length;
    }
    return pieces;
  }

  async close(): Promise<void> {
    if (this.#heldBytes === 0) return;
    const segment = await createSegment(this.#device, this.#uploadId, joinBytes(this.#held));
    await this.#db.segments.add(segment);
    this.#written.push(segment.id);
    for (const piece of this.#waiting) piece.segmentId = segment.id;
    [this.#held, this.#heldBytes, this.#waiting] = [[], 0, []];
  }

  /** Deletes all other segments, which are unused. If this fails, the next start sweeps them. */
  async discardBut(segmentIds: ReadonlySet<string>): Promise<void> {
    const idle = this.#written.filter((id) => !segmentIds.has(id));
    if (idle.length > 0) await this.#db.segments.bulkDelete(idle).catch(() => undefined);
  }
}
