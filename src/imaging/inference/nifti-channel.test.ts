import { expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeNifti, type NiftiFile } from '#imaging/nifti/write-nifti.ts';
import { SPACES } from '#tests/fixtures/spaces.ts';
import { labelsToNifti, readChannel } from './nifti-channel.ts';

const SFORM = [
  [-2, 0, 0, 10],
  [0, -3, 0, 20],
  [0, 0, 4, -30],
];
const file = (more: Partial<NiftiFile> = {}): Uint8Array<ArrayBuffer> => writeNifti({ dims: [3, 4, 5], sform: SFORM, ...more });

it('a volume is a channel, compressed or not: its place in the coordinates of DICOM, its values with slope and intercept [AI-38]', async () => {
  const bytes = file({ slope: 2, intercept: -5, voxel: (index) => index * 7 });
  for (const stored of [bytes, gzipSync(bytes)])
    expect(await readChannel(createMemorySource(new Uint8Array(stored)), 1e6)).toEqual({
      ok: true,
      image: {
        space: {
          size: [3, 4, 5],
          origin: [-10, -20, -30],
          steps: [
            [2, 0, 0],
            [0, 3, 0],
            [0, 0, 4],
          ],
        },
        samples: Int16Array.from({ length: 60 }, (_, index) => index * 7),
        ...{ slope: 2, intercept: -5 },
      },
    });
});

it('of several volumes the first can be taken [REG-04]', async () => {
  const bytes = file({ dims: [3, 4, 5, 2], voxel: (index) => index });
  const read = await readChannel(createMemorySource(bytes), 200, { takesFirst: true });
  expect(read).toMatchObject({
    ok: true,
    image: { space: { size: [3, 4, 5] }, samples: Int16Array.from({ length: 60 }, (_, index) => index) },
  });
});

it.each(SPACES)('labels are written where the first channel lies: %s [AI-38]', async (_, space) => {
  const labels = Uint8Array.from({ length: space.size[0] * space.size[1] * space.size[2] }, (_, at) => at % 200);
  const read = await readChannel(createMemorySource(labelsToNifti(labels, space)), 1e6);
  if (!read.ok) throw new Error(read.why);
  expect(read.image.samples).toEqual(labels);
  const numbers = [...space.origin, ...space.steps.flat()].map((value) => expect.closeTo(value + 0, 4) as number);
  expect([...read.image.space.origin, ...read.image.space.steps.flat()].map((value) => value + 0)).toEqual(numbers);
});

it.each<[string, Uint8Array<ArrayBuffer>]>([
  ['several-volumes', file({ dims: [3, 4, 5, 2] })],
  ['no-place', writeNifti({ dims: [3, 4, 5] })],
  ['colours', file({ datatype: 128 })],
  ['cut-off', file().slice(0, -1)],
  ['not-nifti', new Uint8Array(1_000)],
  ['too-large-to-read', file({ dims: [3, 4, 500] })],
])('what is no channel is refused by name: %s [AI-38]', async (why, bytes) => {
  expect(await readChannel(createMemorySource(bytes), 1_000)).toMatchObject({ ok: false, why });
});
