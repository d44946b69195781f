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

interface About extends Partial<Record<'rows' | 'bits' | 'frames' | 'firstFrame', number>> {
  origin?: Uint8Array;
  kind?: string;
}

function overlay(more: About = {}, data = PLANE): DicomElement[] {
  const { rows = 2, bits = 1, frames, firstFrame, origin = words([-1, 2]), kind = 'R' } = more;
  return [
    { tag: GROUP + 0x10, vr: 'US', value: [rows] },
    { tag: GROUP + 0x11, vr: 'US', value: [3] },
    ...(frames === undefined ? [] : [{ tag: GROUP + 0x15, vr: 'IS' as const, value: `${frames}` }]),
    { tag: GROUP + 0x40, vr: 'CS', value: kind },
    { tag: GROUP + 0x50, vr: 'SS', value: origin },
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

test.each([
  ['below and right of the last point that a signed number has', { origin: words([0x7fff, 0x7fff]) }, { top: 0x7ffe, left: 0x7ffe }],
  ['at the first point, if it is not written', { origin: new Uint8Array(0) }, { top: 0, left: 0 }],
  ['in the first column, if only the row is written', { origin: words([5]) }, { top: 4, left: 0 }],
  ['for a graphic, not a region', { kind: 'G' }, { isRegion: false }],
])('an overlay is %s', async (_, about, told) => {
  expect(await overlaysOf(overlay(about))).toMatchObject([told]);
});

test('an overlay without a number of frames is on each frame of the image', async () => {
  expect(await overlaysOf(overlay(), 2, { frames: 3 })).toHaveLength(1);
});

test('each frame has its own overlay plane, which may start inside a byte', async () => {
  const elements = overlay({ frames: 2, firstFrame: 2 }, PLANE | (0b000001 << 6));
  const frames = await Promise.all([0, 1, 2, 3].map((frame) => overlaysOf(elements, frame, { frames: 4 })));
  expect(frames.map((overlays) => overlays?.map(({ firstBit }) => firstBit))).toEqual([[], [0], [6], []]);
  expect([...(frames[2]?.[0]?.bits ?? [])]).toEqual([0b01100010, 0]);
});

test('a later plane is found behind those before it', async () => {
  // Six bits a plane: the third begins with bit 12.
  const planes = [0b111111, 0b000000, PLANE].map((plane, index) => plane << (index * 6));
  const data = planes.reduce((sum, plane) => sum | plane, 0);
  const elements = overlay({ frames: 3 }).map((one) =>
    one.tag === GROUP + 0x3000 ? { ...one, value: words([data & 0xffff, data >>> 16]) } : one,
  );
  const [third] = (await overlaysOf(elements, 2, { frames: 3 })) ?? [];
  expect(third).toMatchObject({ firstBit: 4, bits: Uint8Array.of((data >>> 8) & 0xff, data >>> 16) });
});

test.each([
  ['is larger than its data', overlay({ rows: 60_000 })],
  ['is a few rows larger than its data', overlay({ rows: 6 })],
  ['has more frames than its data', overlay({ frames: 3 })],
  ['shares the words of the pixel data', overlay({ bits: 16 })],
  ['has no data', overlay().slice(0, -1)],
])('an overlay that %s is left out', async (_, elements) => {
  expect(await overlaysOf(elements)).toBeUndefined();
});
