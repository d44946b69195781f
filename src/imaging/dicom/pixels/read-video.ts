import type { ByteSource } from '#imaging/byte-source.ts';
import type { PixelDataPlace } from '#model/studies/instance.ts';
import { findFragments } from './encapsulated-frame.ts';

/**
 * The stream of a video (PS3.5 8.2.5 to 8.2.9), its fragments joined, in pieces of at most `PIECE_BYTES`, because it may have gigabytes.
 * Throws `VideoDamagedError` if the fragments are inconsistent.
 */
export async function* readVideo(source: ByteSource, place: PixelDataPlace): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const fragments = await findFragments(source, place);
  if (!fragments || fragments.length === 0) throw new VideoDamagedError();
  for (const { start, length } of fragments) {
    for (let at = 0; at < length; at += PIECE_BYTES) {
      const wanted = Math.min(PIECE_BYTES, length - at);
      const bytes = await source.read(start + at, wanted);
      if (bytes.length < wanted) throw new VideoDamagedError();
      yield bytes as Uint8Array<ArrayBuffer>;
    }
  }
}

export class VideoDamagedError extends Error {
  override readonly name = 'VideoDamagedError';
}

const PIECE_BYTES = 4 * 1024 ** 2;
