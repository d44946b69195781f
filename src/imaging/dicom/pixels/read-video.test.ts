import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { videoFile, writeMp4 } from '#tests/fixtures/video.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { readVideo, VideoDamagedError } from './read-video.ts';

async function streamOf(file: Uint8Array<ArrayBuffer>, change: (bytes: Uint8Array, at: number) => void = () => undefined) {
  const header = await readDicomHeader(createMemorySource(file));
  if (!header.ok || !header.description.pixelData) throw new Error('not read');
  change(file, header.description.pixelData.offset);
  const pieces: Uint8Array[] = [];
  for await (const piece of readVideo(createMemorySource(file), header.description.pixelData)) pieces.push(piece);
  return joinBytes(pieces);
}

describe('the video stream', () => {
  const film = writeMp4(5);

  it.each([film.length, 1000, 34])(
    'is the content of its fragments, with %i bytes each, whatever the number of frames',
    async (fragmentBytes) => {
      expect(Buffer.from(await streamOf(videoFile(film, { frames: 5, fragmentBytes }))).equals(film)).toBe(true);
    },
  );

  it('is read in pieces of 4 MiB at most', async () => {
    const film = new Uint8Array(13 * 1024 ** 2);
    for (let at = 0; at < film.length; at += 4096) film[at] = (at >> 12) & 0xff;
    const header = await readDicomHeader(createMemorySource(videoFile(film, { frames: 5, fragmentBytes: 8 * 1024 ** 2 })));
    if (!header.ok || !header.description.pixelData) throw new Error('not read');
    const pieces: Uint8Array[] = [];
    for await (const piece of readVideo(header.source, header.description.pixelData)) pieces.push(piece);
    expect(pieces.map(({ length }) => length / 1024 ** 2)).toEqual([4, 4, 4, 1]);
    expect(Buffer.from(joinBytes(pieces)).equals(film)).toBe(true);
  });

  it('without a fragment is damaged', async () => {
    const source = createMemorySource(Uint8Array.of(0xfe, 0xff, 0, 0xe0, 0, 0, 0, 0, 0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0));
    await expect(readVideo(source, { offset: 0, length: 16, encapsulated: true }).next()).rejects.toThrow(VideoDamagedError);
  });

  it('is damaged when a fragment is longer than the remaining data', async () => {
    const stretch = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer).setUint32(at + 8 + 4, 0x7ffffffe, true);
    await expect(streamOf(videoFile(film), stretch)).rejects.toThrow(VideoDamagedError);
  });

  it('is damaged when the file returns fewer bytes than when its fragments were found', async () => {
    const file = videoFile(film);
    const header = await readDicomHeader(createMemorySource(file));
    if (!header.ok || !header.description.pixelData) throw new Error('not read');
    const whole = createMemorySource(file);
    const shrunk = { ...whole, read: async (at: number, length: number) => (await whole.read(at, length)).slice(0, film.length - 1) };
    await expect(readVideo(shrunk, header.description.pixelData).next()).rejects.toThrow(VideoDamagedError);
  });
});
