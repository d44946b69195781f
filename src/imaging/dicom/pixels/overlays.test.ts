import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import type { Overlay } from '#imaging/frame.ts';
import { smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { decodeFrame } from './decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';

const GROUP = 0x60020000;

/** Three columns and two rows a plane; the second point of the first row, and the last one of the second. */
const PLANE = 0b100010;

function overlay(more: Partial<Record<'rows' | 'bits' | 'frames' | 'firstFrame', number>> = {}, data = PLANE): DicomElement[] {
  const { rows = 2, bits = 1, frames, firstFrame } = more;
  return [
    { tag: GROUP + 0x10, vr: 'US', value: [rows] },
    { tag: GROUP + 0x11, vr: 'US', value: [3] },
    ...(frames === undefined ? [] : [{ tag: GROUP + 0x15, vr: 'IS' as const, value: `${frames}` }]),
    { tag: GROUP + 0x40, vr: 'CS', value: 'R' },
    { tag: GROUP + 0x50, vr: 'SS', value: words([-1, 2]) },
    ...(firstFrame === undefined ? [] : [{ tag: GROUP + 0x51, vr: 'US' as const, value: [firstFrame] }]),
    { tag: GROUP + 0x100, vr: 'US', value: [bits] },
    { tag: GROUP + 0x3000, vr: 'OW', value: words([data]) },
  ];
}

async function overlaysOf(
  elements: DicomElement[],
  frame = 0,
  options: { frames?: number; syntax?: string } = {},
): Promise<Overlay[] | undefined> {
  const { frames = 1, syntax = TRANSFER_SYNTAX.explicitLittleEndian } = options;
  const pixels = {
    Rows: 4,
    Columns: 4,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    NumberOfFrames: `${frames}`,
    PixelData: new Uint8Array(16 * frames),
  };
  const read = await readDicomHeader(createMemorySource(smallFile(pixels, { elements, transferSyntaxUid: syntax })));
  if (!read.ok) throw new Error(read.detail);
  const decoded = await decodeFrame(read.source, read.description, frame);
  if (!decoded.ok) throw new Error(decoded.why);
  return decoded.frame.overlays;
}

test.each([TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian])(
  'an overlay has a size, a position counted from 0, a kind and bits (%s)',
  async (syntax) => {
    const [read, ...others] = (await overlaysOf(overlay(), 0, { syntax })) ?? [];
    expect(read).toMatchObject({ rows: 2, columns: 3, top: -2, left: 1, firstBit: 0, isRegion: true });
    expect([...(read?.bits ?? [])]).toEqual([PLANE]);
    expect(others).toEqual([]);
  },
);

test('each frame has its own overlay plane, which may start inside a byte', async () => {
  const elements = overlay({ frames: 2, firstFrame: 2 }, PLANE | (0b000001 << 6));
  const frames = await Promise.all([0, 1, 2, 3].map((frame) => overlaysOf(elements, frame, { frames: 4 })));
  expect(frames.map((overlays) => overlays?.map(({ firstBit }) => firstBit))).toEqual([[], [0], [6], []]);
  expect([...(frames[2]?.[0]?.bits ?? [])]).toEqual([0b01100010, 0]);
});

test.each([
  ['is larger than its data', overlay({ rows: 60_000 })],
  ['shares the words of the pixel data', overlay({ bits: 16 })],
  ['has no data', overlay().slice(0, -1)],
])('an overlay that %s is left out', async (_, elements) => {
  expect(await overlaysOf(elements)).toBeUndefined();
});
