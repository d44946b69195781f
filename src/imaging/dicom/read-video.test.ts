import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { videoFile, writeMp4 } from '#tests/fixtures/video.ts';
import { readDicomHeader } from './read-header.ts';
import { readVideo, VideoDamagedError } from './read-video.ts';

async function streamOf(file: Uint8Array<ArrayBuffer>, change: (bytes: Uint8Array, at: number) => void = () => undefined) {
  const header = await readDicomHeader(createMemorySource(file));
  if (!header.ok || !header.description.pixelData) throw new Error('not read');
  change(file, header.description.pixelData.offset);
  const pieces: Uint8Array[] = [];
  for await (const piece of readVideo(createMemorySource(file), header.description.pixelData)) pieces.push(piece);
  return joinBytes(pieces);
}

describe('the stream of a film', () => {
  const film = writeMp4(5);

  it.each([film.length, 1000, 34])('is what stands in its fragments, of %i bytes each, whatever its frames', async (fragmentBytes) => {
    expect(Buffer.from(await streamOf(videoFile(film, { frames: 5, fragmentBytes }))).equals(film)).toBe(true);
  });

  it('is damaged where a fragment is longer than what is there', async () => {
    const stretch = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer).setUint32(at + 8 + 4, 0x7ffffffe, true);
    await expect(streamOf(videoFile(film), stretch)).rejects.toThrow(VideoDamagedError);
  });
});
