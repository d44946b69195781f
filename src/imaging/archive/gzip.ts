import { FlateErrorCode, Gunzip } from 'fflate';
import type { ByteSource } from '#imaging/byte-source.ts';
import { crc32 } from '#model/crc32.ts';
import { readBlocks, type Blocks, type BlockSizes } from './blocks.ts';
import { ArchiveFault } from './fault.ts';
import { bytesOf } from './inflate.ts';
import { InflatePace } from './inflate-pace.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { nativeFirst } from './native-first.ts';

/**
 * Inflates a gzip file (RFC 1952) with all its consecutive members, like `gzip -d`. Throws `archive-cut-off` at the end of a truncated one,
 * after everything that could be inflated; `archive-damaged` if inconsistent. Bytes after the last member (tape padding) are skipped.
 */
export function gunzip(source: ByteSource, { onProgress = () => undefined, ...sizes }: GunzipOptions = {}): AsyncGenerator<Uint8Array> {
  const open = (): Blocks => counted(readBlocks(source, 0, source.size, sizes), onProgress);
  return nativeFirst(open, () => gunzipMembers(open()));
}

export interface GunzipOptions extends BlockSizes {
  /** How far the file was read. */
  onProgress?: (offset: number) => void;
}

async function* counted(blocks: Blocks, onProgress: (offset: number) => void): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const bytes of blocks) {
    yield bytes;
    at += bytes.length;
    onProgress(at);
  }
}

/** fflate walks the members without checks, so checksum and length of each are compared with its trailer here. */
async function* gunzipMembers(deflated: Blocks): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const recent = new RecentBytes();
  let member = { crc: 0, size: 0 };
  const gunzipper = new Gunzip((piece) => {
    if (piece.length === 0) return;
    member = { crc: crc32(piece, member.crc), size: (member.size + piece.length) >>> 0 };
    made.push(piece);
  });
  let [isDamaged, members, inflated] = [false, 1, 0];
  gunzipper.onmember = (offset) => {
    members += 1;
    inflated += member.size;
    isDamaged ||= members > ARCHIVE_LIMITS.gzipMembers.free + inflated / ARCHIVE_LIMITS.gzipMembers.bytesEach;
    isDamaged ||= !recent.has(gzipTrailer(member.crc, member.size), offset - TRAILER_BYTES);
    member = { crc: 0, size: 0 };
  };
  const pace = new InflatePace();
  for await (const bytes of deflated) {
    for (const step of pace.steps(bytes)) {
      recent.add(step);
      const fault = tryPush(gunzipper, step);
      pace.note(step.length, bytesOf(made));
      pace.refuseIdle();
      yield* made.splice(0);
      if (isDamaged) throw new ArchiveFault('archive-damaged');
      if (fault === FlateErrorCode.InvalidHeader && recent.has(gzipTrailer(member.crc, member.size))) return;
      if (fault !== null) throw new ArchiveFault('archive-damaged');
    }
  }
  if (recent.has(gzipTrailer(member.crc, member.size))) return;
  throw new ArchiveFault(isAtMemberEnd(gunzipper) ? 'archive-damaged' : 'archive-cut-off');
}

/**
 * Inflates a gzip file once without keeping anything: its checksum is at the end, and nothing can be trusted earlier. Also accepts a
 * truncated file: as far as can be told, what was inflated is intact. `onBytes` may throw to stop it.
 */
export async function checkGzip(source: ByteSource, onBytes: (bytes: number) => void): Promise<void> {
  try {
    for await (const piece of gunzip(source)) onBytes(piece.length);
  } catch (thrown) {
    if (!(thrown instanceof ArchiveFault && thrown.problem === 'archive-cut-off')) throw thrown;
  }
}

const TRAILER_BYTES = 8;

/** CRC-32, then the length modulo 2^32, both little endian (RFC 1952, 2.3.1). */
export function gzipTrailer(crc: number, size: number): Uint8Array {
  const trailer = new Uint8Array(TRAILER_BYTES);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, crc, true);
  view.setUint32(4, size, true);
  return trailer;
}

/** The fflate error code, null if there was none. */
function tryPush(gunzipper: Gunzip, bytes: Uint8Array): number | null {
  try {
    gunzipper.push(bytes);
    return null;
  } catch (thrown) {
    return (thrown as { code?: number }).code ?? FlateErrorCode.InvalidBlockType;
  }
}

/** After a complete member fflate requires the header of another and refuses anything else; inside one these bytes are data. */
function isAtMemberEnd(gunzipper: Gunzip): boolean {
  return tryPush(gunzipper, new Uint8Array(5)) === FlateErrorCode.InvalidHeader;
}

/** The last two input steps: they contain the trailer of a member that has just ended. */
class RecentBytes {
  #bytes: Uint8Array = new Uint8Array(0);
  #last = 0;
  #end = 0;

  add(step: Uint8Array): void {
    const before = this.#bytes.subarray(this.#bytes.length - this.#last);
    const both = new Uint8Array(before.length + step.length);
    both.set(before);
    both.set(step, before.length);
    this.#bytes = both;
    this.#last = step.length;
    this.#end += step.length;
  }

  /** At this offset of the file, or anywhere in the buffered bytes. */
  has(wanted: Uint8Array, offset?: number): boolean {
    const start = this.#end - this.#bytes.length;
    if (offset !== undefined) return this.#isAt(offset - start, wanted);
    for (let at = this.#bytes.length - wanted.length; at >= 0; at -= 1) if (this.#isAt(at, wanted)) return true;
    return false;
  }

  #isAt(at: number, wanted: Uint8Array): boolean {
    return at >= 0 && wanted.every((byte, n) => this.#bytes[at + n] === byte);
  }
}
