import { expect, it } from 'vitest';
import { isVideo, videoKind } from './video.ts';

const uid = (end: string) => `1.2.840.10008.1.2.4.${end}`;
const begin = (...bytes: number[]) => Uint8Array.from([...bytes, ...new Uint8Array(200)]);
const MP4 = begin(0, 0, 0, 24, ...[...'ftypisom'].map((letter) => letter.charCodeAt(0)));

it.each(['100', '100.1', '101', '102', '102.1', '106', '106.1', '107', '108'])('a file with the syntax %s is a film', (end) => {
  expect(isVideo(uid(end))).toBe(true);
});

it.each(['50', '90', '99', '107.1', '109', '110', '201', '100.2', '1000'])('a file with the syntax %s is not a film', (end) => {
  expect(isVideo(uid(end))).toBe(false);
});

it.each([
  ['102', MP4, 'mp4', 'video/mp4; codecs="avc1.640029"'],
  ['107', MP4, 'mp4', 'video/mp4; codecs="hvc1.1.6.L153.B0"'],
  ['103.1', begin(0, 0, 0, 1, 0x67), 'h264', 'video/h264'],
  ['108', begin(0, 0, 0, 1, 0x40), 'h265', 'video/h265'],
  ['100', begin(0, 0, 1, 0xb3), 'mpg', 'video/mpeg'],
])('a film with the syntax %s is saved and played according to its first bytes', (end, bytes, extension, type) => {
  expect(videoKind(uid(end), bytes)).toEqual({ extension, type });
});

it('a transport stream is recognised in every syntax', () => {
  const stream = begin(0x47);
  stream[188] = 0x47;
  for (const end of ['100', '102', '107']) expect(videoKind(uid(end), stream).extension).toBe('ts');
});
