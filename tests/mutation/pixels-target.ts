import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { drawTile } from '#imaging/render/draw-tile.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { BitWriter, jpegStream } from '#tests/fixtures/jpeg-stream.ts';
import type { Target } from './target.ts';

const codecs = createNodeCodecs();

/** The first and the last frame of a DICOM file, decoded and drawn. */
export const pixelsTarget: Target = {
  name: 'pixels',
  testCases: 10_000,
  seeds: () => [
    smallFile(),
    smallFile({ ...EIGHT_BITS, SamplesPerPixel: 3, PhotometricInterpretation: 'YBR_FULL_422', PixelData: new Uint8Array(32) }),
    smallFile({ FloatPixelData: new Uint8Array(64), BitsAllocated: 32, BitsStored: 32, HighBit: 31 }),
    smallFile({ ...EIGHT_BITS, PhotometricInterpretation: 'PALETTE COLOR', PixelData: new Uint8Array(16) }, { elements: PALETTE }),
    smallFile({ ...EIGHT_BITS, PixelData: new Uint8Array(16) }, { elements: TABLES }),
    smallFile({ NumberOfFrames: 2, PixelData: { fragments: [RLE, RLE] } }, { transferSyntaxUid: '1.2.840.10008.1.2.5' }),
    ...[0xc0, 0xc2].map((marker) =>
      smallFile({ ...EIGHT_BITS, PixelData: { fragments: [dct(marker)] } }, { transferSyntaxUid: '1.2.840.10008.1.2.4.51' }),
    ),
    smallFile({ PixelData: { fragments: [LOSSLESS] } }, { transferSyntaxUid: '1.2.840.10008.1.2.4.70' }),
  ],
  read,
  realPaths: [
    'transfer-syntaxes/small/JPEG2000.dcm',
    'transfer-syntaxes/small/MR_small_jp2klossless.dcm',
    'transfer-syntaxes/small/MR_small_jpeg_ls_lossless.dcm',
    'transfer-syntaxes/small/JPEGLSNearLossless_16.dcm',
    'transfer-syntaxes/small/JPGExtended.dcm',
    'sc-colour/SC_rgb_dcmtk_+eb+cy+s4.dcm',
    'sc-colour/SC_rgb_rle_32bit.dcm',
  ],
};

/** Codestreams alone: of files that went bad, three in four are refused by their header. */
export const codestreamTarget: Target = {
  name: 'codestream',
  testCases: 10_000,
  seeds: () => [RLE, dct(0xc0), dct(0xc2), LOSSLESS],
  read: async (bytes) => {
    for (const bitsAllocated of [8, 16]) {
      const expected = { rows: 4, columns: 4, samplesPerPixel: 1, bitsAllocated };
      for (const coding of ['jpeg', 'rle', 'jpeg-ls', 'jpeg-2000'] as const) {
        const decoded = await codecs[coding](bytes, expected);
        if (decoded.ok && decoded.samples.length !== 16) throw new Error(`${decoded.samples.length} samples of ${coding}`);
      }
    }
  },
};

async function read(bytes: Uint8Array): Promise<void> {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) return;
  const { source, description } = header;
  for (const frame of [0, description.numberOfFrames - 1]) {
    const decoded = await decodeFrame(source, description, frame, codecs);
    if (!decoded.ok) continue;
    const { rows, columns, samples, kind } = decoded.frame;
    if (samples.length !== rows * columns * (kind === 'rgb' ? 3 : 1)) throw new Error(`${samples.length} samples of ${rows} x ${columns}`);
    const { width, height, pixels } = drawTile(decoded.frame, description, { maxSize: 160 });
    if (pixels.length !== width * height * 4 || !(width >= 1 && height >= 1)) throw new Error(`a tile of ${width} x ${height}`);
  }
}

const EIGHT_BITS = { BitsAllocated: 8, BitsStored: 8, HighBit: 7 };

const PALETTE: DicomElement[] = [0, 1, 2].flatMap((channel) => [
  { tag: 0x00281101 + channel, vr: 'US', value: [4, 0, 16] },
  { tag: channel === 2 ? 0x00281223 : 0x00281201 + channel, vr: 'OW', value: words(channel === 2 ? [0, 2, 5, 7, 1, 2, 90] : [1, 2, 3, 4]) },
]);

const TABLES: DicomElement[] = [0x00283000, 0x00283010].map((tag) => ({
  tag,
  vr: 'SQ',
  value: {
    items: [
      [
        { tag: 0x00283002, vr: 'US', value: [4, 0, 12] },
        { tag: 0x00283006, vr: 'OW', value: words([0, 1000, 2000, 4095]) },
      ],
    ],
  },
}));

/** Two segments of 16 bytes each: a run, and numbers as they are. */
const RLE = Uint8Array.from([
  ...new Uint8Array(Uint32Array.of(2, 64, 66).buffer),
  ...new Uint8Array(52),
  ...[0xf1, 3],
  ...[15, ...Array.from({ length: 16 }, (_, index) => index * 9)],
]);

function dct(marker: number): Uint8Array {
  const whole = new BitWriter().difference(80).ac(0, 40).ac(3, -9).symbol(0).data();
  const scans = [
    { first: 0, last: 0, low: 1, data: new BitWriter().difference(40).data() },
    { first: 1, last: 63, low: 1, data: new BitWriter().ac(0, 50).ac(3, -5).symbol(0).data() },
    { first: 1, last: 63, high: 1, data: new BitWriter().symbol(0).bits(3, 2).data() },
  ];
  const frame = { marker, precision: 8, rows: 4, columns: 4, components: [{}] };
  return jpegStream({ ...frame, scans: marker === 0xc2 ? scans : [{ first: 0, last: 63, data: whole }] });
}

const LOSSLESS = (() => {
  const bits = new BitWriter();
  for (let index = 0; index < 16; index += 1) bits.difference(index === 0 ? -32_700 : index * 3 - 20);
  const scans = [{ first: 4, last: 0, data: bits.data() }];
  return jpegStream({ marker: 0xc3, precision: 16, rows: 4, columns: 4, components: [{}], scans });
})();
