import { compressHead, headOfJoinedPair, PAIR_HEAD_BYTES } from '#imaging/nifti/join-pair.ts';
import { GunzipSource } from '#imaging/gzip/gunzip-source.ts';
import { isGzip } from '#imaging/gzip/gunzip.ts';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { looksLikeDicom, DICOM_SIGNATURE_BYTES } from '#model/files/looks-like-dicom.ts';
import { classifyFile } from '#model/files/file-rules.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { niftiHalf } from '#model/files/nifti-name.ts';
import { readBlocks, type Blocks } from './blocks.ts';
import { ArchiveFault, problemOf } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import type { KeepArchive, WalkedFile, WalkedItem } from './walk-archive.ts';

/**
 * Joins NIfTI pairs in one archive: `x.hdr` and `x.img` of one folder (either may be compressed) become one `x.nii`, in place of the half that
 * comes last. The bytes of an archive come once and in order, so the first half is held until then: a header in memory, an image in the same place
 * as nested archives. If a name has more than two halves, the first two form the pair. Halves without a partner are returned unchanged at the end.
 */
export class ArchivedPairs {
  readonly #keep: KeepArchive;
  readonly #headers = new Map<string, HeldHeader>();
  readonly #images = new Map<string, HeldImage>();
  #imageBytes = 0;

  constructor(keep: KeepArchive) {
    this.#keep = keep;
  }

  /** What replaces a file of the archive: a file, a refusal, or nothing yet. */
  async *take(file: WalkedFile): AsyncGenerator<WalkedItem> {
    const half = niftiHalf(file.path);
    if (half === null) {
      yield file;
      return;
    }
    const opened = new OpenedBlocks(file.blocks());
    try {
      const begin = await opened.peek(DICOM_SIGNATURE_BYTES);
      if (looksLikeDicom(begin)) yield { ...file, blocks: () => opened.all() };
      else if (half.half === 'header') yield* this.#takeHeader(file, half.stem, opened);
      else yield* this.#takeImage(file, half.stem, opened);
    } catch (thrown) {
      const problem = problemOf(thrown);
      // Exceeding the limits ends the whole archive, and the walk reports it for the archive.
      if (problem !== 'archive-bomb') yield { ...file, kind: 'refused', problem };
    } finally {
      await opened.close();
    }
  }

  /** Halves without a partner, each once, after the last file. */
  async *rest(): AsyncGenerator<WalkedItem> {
    for (const [stem, { file, bytes }] of this.#headers) {
      this.#headers.delete(stem);
      yield { ...file, blocks: () => allOf(createMemorySource(bytes)) };
    }
    for (const [stem, { file, kept }] of this.#images) {
      yield { ...file, blocks: () => allOf(kept?.source ?? createMemorySource(new Uint8Array(0))) };
      await kept?.release();
      this.#images.delete(stem);
    }
  }

  async release(): Promise<void> {
    for (const { kept } of this.#images.values()) await kept?.release();
  }

  async *#takeHeader(file: WalkedFile, stem: string, opened: OpenedBlocks): AsyncGenerator<WalkedItem> {
    const bytes = await opened.peek(PAIR_HEAD_BYTES + 1);
    const head = headOfJoinedPair(await headerBytes(bytes));
    const image = this.#images.get(stem);
    const canHold = this.#headers.size < ARCHIVE_LIMITS.heldHeaders && !this.#headers.has(stem);
    if (head === null || (image === undefined && !canHold)) {
      yield { ...file, blocks: () => opened.all() };
    } else if (image === undefined) {
      this.#headers.set(stem, { file, bytes, head });
    } else if (image.kept === null) {
      yield { ...image.file, kind: 'refused', problem: 'archive-pair-apart' };
      this.#images.delete(stem);
    } else {
      this.#images.delete(stem);
      try {
        const { source } = image.kept;
        yield joined(file, stem, head, await source.read(0, 2), () => allOf(source));
      } finally {
        await image.kept.release();
      }
    }
  }

  async *#takeImage(file: WalkedFile, stem: string, opened: OpenedBlocks): AsyncGenerator<WalkedItem> {
    const header = this.#headers.get(stem);
    if (header) {
      this.#headers.delete(stem);
      yield joined(file, stem, header.head, await opened.peek(2), () => opened.all());
    } else if (this.#images.has(stem)) {
      yield { ...file, blocks: () => opened.all() };
    } else {
      this.#images.set(stem, { file, kept: await this.#keepImage(opened.all()) });
    }
  }

  /** Null if it is too large to be held. */
  async #keepImage(blocks: Blocks): Promise<HeldImage['kept']> {
    const bounded = async function* (this: ArchivedPairs): AsyncGenerator<Uint8Array> {
      for await (const bytes of blocks) {
        this.#imageBytes += bytes.length;
        if (this.#imageBytes > ARCHIVE_LIMITS.heldImageBytes) throw new TooLarge('archive-pair-apart');
        yield bytes;
      }
    };
    const before = this.#imageBytes;
    try {
      return await this.#keep(bounded.call(this));
    } catch (thrown) {
      this.#imageBytes = before;
      if (thrown instanceof TooLarge) return null;
      throw thrown;
    }
  }
}

interface HeldHeader {
  file: WalkedFile;
  /** `bytes`: as in the archive; `head`: as written before the voxels. */
  bytes: Uint8Array;
  head: Uint8Array<ArrayBuffer>;
}

interface HeldImage {
  file: WalkedFile;
  kept: { source: ByteSource; release: () => Promise<void> } | null;
}

class TooLarge extends ArchiveFault {}

function joined(last: WalkedFile, stem: string, head: Uint8Array<ArrayBuffer>, begin: Uint8Array, image: () => Blocks): WalkedItem {
  const isCompressed = isGzip(begin);
  const path = `${stem}.nii${isCompressed ? '.gz' : ''}`;
  const blocks = async function* (): AsyncGenerator<Uint8Array> {
    yield isCompressed ? compressHead(head) : head;
    yield* image();
  };
  return { ...last, path, size: null, fileKind: classifyFile(path, Infinity), blocks };
}

function allOf(source: ByteSource): Blocks {
  return readBlocks(source, 0, source.size);
}

async function headerBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return isGzip(bytes) ? new GunzipSource(createMemorySource(bytes)).read(0, PAIR_HEAD_BYTES + 1) : bytes;
}

/** The blocks of a file whose first ones were already read. */
class OpenedBlocks {
  readonly #blocks: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(blocks: Blocks) {
    this.#blocks = blocks[Symbol.asyncIterator]();
  }

  /** The first `length` bytes, or fewer at the end. */
  async peek(length: number): Promise<Uint8Array> {
    const pieces = [this.#held];
    for (let held = this.#held.length; held < length;) {
      const next = await this.#blocks.next();
      if (next.done) break;
      // A copy, because a reader may reuse the memory for the next block.
      pieces.push(next.value.slice());
      held += next.value.length;
    }
    this.#held = joinBytes(pieces);
    return this.#held.subarray(0, length);
  }

  async *all(): AsyncGenerator<Uint8Array> {
    if (this.#held.length > 0) yield this.#held;
    for (let next = await this.#blocks.next(); !next.done; next = await this.#blocks.next()) yield next.value;
  }

  async close(): Promise<void> {
    await this.#blocks.return?.();
  }
}
