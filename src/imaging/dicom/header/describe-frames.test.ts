import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { describeFrames, frameAtPlace } from './describe-frames.ts';
import { readDicomHeader, type ReadHeader } from './read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { DicomValue } from '#imaging/dicom/write-dicom.ts';

type Items = Extract<DicomValue, { items: unknown }>['items'];

async function header(
  items: Items,
  more: { undefinedLength?: boolean; transferSyntaxUid?: string; frames?: number } = {},
): Promise<ReadHeader> {
  const { undefinedLength = false, transferSyntaxUid = TRANSFER_SYNTAX.explicitLittleEndian, frames = 3 } = more;
  const bytes = smallFile(
    {
      NumberOfFrames: frames,
      PixelData: new Uint8Array(32 * frames),
      SharedFunctionalGroupsSequence: { items: [shared], undefinedLength },
      PerFrameFunctionalGroupsSequence: { items, undefinedLength },
    },
    { transferSyntaxUid },
  );
  const read = await readDicomHeader(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.detail);
  return read;
}

const shared = elements({ PlaneOrientationSequence: { items: [elements({ ImageOrientationPatient: [1, 0, 0, 0, 1, 0] })] } });

const frame = (z: number) =>
  elements({
    PlanePositionSequence: { items: [elements({ ImagePositionPatient: [0, 0, z] })] },
    FrameVOILUTSequence: { items: [elements({ WindowCenter: 100 + z, WindowWidth: 200 })] },
    PixelValueTransformationSequence: { items: [elements({ RescaleSlope: z / 10, RescaleIntercept: -z })] },
  });

describe('frames of an enhanced image', () => {
  test.each([TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian])(
    'each have their own position and display values (%s)',
    async (transferSyntaxUid) => {
      for (const undefinedLength of [false, true]) {
        const frames = await describeFrames(await header([frame(30), frame(10), frame(20)], { undefinedLength, transferSyntaxUid }));
        expect(frames?.map(({ imagePositionPatient }) => imagePositionPatient?.[2])).toEqual([30, 10, 20]);
        expect(frames?.map(({ windowCenter }) => windowCenter)).toEqual([[130], [110], [120]]);
        expect(frames?.map(({ rescaleSlope, rescaleIntercept }) => [rescaleSlope, rescaleIntercept])).toEqual([
          [3, -30],
          [1, -10],
          [2, -20],
        ]);
        expect(frames?.[2]?.imageOrientationPatient).toEqual([1, 0, 0, 0, 1, 0]);
      }
    },
  );

  test('are ordered by their position in space, each with its own window', async () => {
    const read = await header([frame(30), frame(10), frame(20)]);
    const walk = await Promise.all([0, 1, 2].map((place) => frameAtPlace(read, place)));
    expect(walk.map((at) => at.frame)).toEqual([1, 2, 0]);
    expect(walk[0]?.description).toMatchObject({ rows: 4, numberOfFrames: 3, windowCenter: [110], rescaleIntercept: -10 });
  });

  test('are in file order when one of them has no position', async () => {
    const read = await header([frame(30), elements({}), frame(20)]);
    expect((await frameAtPlace(read, 0)).frame).toBe(0);
    expect((await frameAtPlace(read, 2)).description.windowCenter).toEqual([120]);
  });

  test('are not described when their number differs from that of the image', async () => {
    expect(await describeFrames(await header([frame(30), frame(10)]))).toBeNull();
    expect(await frameAtPlace(await header([frame(30), frame(10)]), 2)).toMatchObject({ frame: 2, description: { windowCenter: [130] } });
  });

  test('are not described for a single one, to which the description of the image applies', async () => {
    const read = await header([frame(30)], { frames: 1 });
    expect(await describeFrames(read)).toBeNull();
    expect(await frameAtPlace(read, 0)).toMatchObject({ frame: 0, description: { windowCenter: [130] } });
  });

  test('are not described in a cine without functional groups', async () => {
    const read = await readDicomHeader(
      createMemorySource(smallFile({ NumberOfFrames: 2, PixelData: new Uint8Array(64), FrameTime: '50' })),
    );
    expect(read.ok && (await describeFrames(read))).toBeNull();
    expect(read.ok && (await frameAtPlace(read, 1)).frame).toBe(1);
  });
});
