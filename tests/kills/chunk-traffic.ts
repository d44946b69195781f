import { parseChunk } from '#contract/chunk.ts';

/** Chunks that the server accepted, as sent; repeated ones count twice. */
interface Traffic {
  chunks: number;
  parts: number;
  deflatedParts: number;
  /** Of all parts: on the wire, and decoded. */
  wireBytes: number;
  plainBytes: number;
}

const NONE: Traffic = { chunks: 0, parts: 0, deflatedParts: 0, wireBytes: 0, plainBytes: 0 };

export class ChunkTraffic {
  #taken = { ...NONE };

  get taken(): Readonly<Traffic> {
    return this.#taken;
  }

  add(chunk: Uint8Array): void {
    const parsed = parseChunk(chunk);
    if (!parsed.ok) throw new Error(`The server took a chunk that cannot be read: ${parsed.why}`);
    const { parts } = parsed.header;
    this.#taken.chunks += 1;
    this.#taken.parts += parts.length;
    this.#taken.deflatedParts += parts.filter(({ enc }) => enc !== '').length;
    this.#taken.wireBytes += parts.reduce((sum, { length }) => sum + length, 0);
    this.#taken.plainBytes += parts.reduce((sum, { plain }) => sum + plain, 0);
  }

  beginAnew(): void {
    this.#taken = { ...NONE };
  }
}
