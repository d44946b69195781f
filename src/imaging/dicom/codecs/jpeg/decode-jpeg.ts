import { answerFaults, CodecFault, type DecodedImage, type Decoding, type ExpectedImage } from '#imaging/dicom/codecs/codec.ts';
import { createPlanes, type Plane } from './coefficients.ts';
import { readDctScan } from './dct-scan.ts';
import { planeToSamples } from './inverse-dct.ts';
import { readLosslessScan } from './lossless-scan.ts';
import {
  isFrameMarker,
  readAdobeTransform,
  readFrameHeader,
  readHuffmanTables,
  readQuantizationTables,
  readScanHeader,
  uint16,
  type FrameHeader,
  type Tables,
} from './segments.ts';
import { upsample, type SampledPlane } from './upsample.ts';

/** Progressive streams have about ten scans; each covers the whole image, however few bytes it has. */
const MOST_SCANS = 64;

/**
 * ITU-T T.81: sequential DCT of 8 and 12 bits, progressive DCT, and lossless of 2 to 16 bits, all with Huffman coding
 * (1.2.840.10008.1.2.4.50, .51, .53, .55, .57 and .70). Samples stay in their coded colour space.
 */
export function decodeJpeg(bytes: Uint8Array, expected: ExpectedImage): Decoding {
  return answerFaults(() => readStream(bytes, expected));
}

function readStream(bytes: Uint8Array, expected: ExpectedImage): DecodedImage {
  const tables: Tables = { quantization: [], dc: [], ac: [], restartInterval: 0 };
  let adobeTransform: number | null = null;
  let image: OpenImage | null = null;
  let scans = 0;
  let at = 0;
  if (uint16(bytes, 0) !== 0xffd8) throw new CodecFault('damaged');
  for (at = 2; at + 4 <= bytes.length;) {
    // Any number of FF may precede a marker (T.81 B.1.1.2).
    if (bytes[at] !== 0xff) throw new CodecFault('damaged');
    const marker = bytes[at + 1] as number;
    if (marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xd9) break;
    const end = at + 2 + uint16(bytes, at + 2);
    const segment = bytes.subarray(at + 4, end);
    if (end > bytes.length || end < at + 4) throw new CodecFault('damaged');
    at = end;
    if (marker === 0xc4) readHuffmanTables(segment, tables);
    else if (marker === 0xdb) readQuantizationTables(segment, tables);
    else if (marker === 0xdd) tables.restartInterval = segment.length < 2 ? 0 : uint16(segment, 0);
    else if (marker === 0xee) adobeTransform = readAdobeTransform(segment);
    else if (isFrameMarker(marker)) image = openImage(readFrameHeader(marker, segment), expected, bytes.length, image);
    else if (marker === 0xda) {
      scans += 1;
      if (!image || scans > MOST_SCANS) throw new CodecFault('damaged');
      at = image.readScan(bytes, at, segment, tables);
    }
  }
  if (!image || scans === 0) throw new CodecFault('damaged');
  return { samples: image.samples(tables), bits: image.bits, colour: adobeColour(adobeTransform) };
}

function adobeColour(transform: number | null): DecodedImage['colour'] {
  if (transform === null) return null;
  return transform === 0 ? 'rgb' : 'ybr';
}

interface OpenImage {
  bits: number;
  readScan(bytes: Uint8Array, at: number, segment: Uint8Array, tables: Tables): number;
  samples(tables: Tables): Uint8Array | Uint16Array;
}

function openImage(frame: FrameHeader, expected: ExpectedImage, streamLength: number, before: OpenImage | null): OpenImage {
  const { rows, columns, components, precision, process } = frame;
  const isExpected = rows === expected.rows && columns === expected.columns && components.length === expected.samplesPerPixel;
  if (!isExpected || precision > Math.max(8, expected.bitsAllocated)) throw new CodecFault('differs-from-header');
  if (before) throw new CodecFault('damaged');
  if (process === 'lossless') return openLossless(frame, streamLength);
  if (precision !== 8 && precision !== 12) throw new CodecFault('damaged');
  return openDct(frame, streamLength);
}

/** A difference takes at least one bit. */
function openLossless(frame: FrameHeader, streamLength: number): OpenImage {
  const { rows, columns, components, precision } = frame;
  const count = rows * columns * components.length;
  if (precision < 2 || precision > 16 || count > streamLength * 8) throw new CodecFault('damaged');
  if (components.some(({ across, down }) => across !== components[0]?.across || down !== components[0]?.down)) {
    throw new CodecFault('unknown-process');
  }
  const samples = new Uint16Array(count);
  let low = 0;
  return {
    bits: precision,
    readScan(bytes, at, segment, tables) {
      const scan = readScanHeader(segment, frame);
      low = scan.low;
      return readLosslessScan(bytes, at, scan, frame, tables, samples);
    },
    samples() {
      if (low > 0) for (let index = 0; index < count; index += 1) samples[index] = (samples[index] as number) << low;
      return precision <= 8 ? Uint8Array.from(samples) : samples;
    },
  };
}

function openDct(frame: FrameHeader, streamLength: number): OpenImage {
  const planes = createPlanes(frame, streamLength);
  const isProgressive = frame.process === 'progressive';
  return {
    bits: frame.precision,
    readScan: (bytes, at, segment, tables) => readDctScan(bytes, at, readScanHeader(segment, frame), planes, tables, isProgressive),
    samples: (tables) =>
      interleave(
        planes.map((plane) => finishPlane(plane, planes, frame, tables)),
        frame,
      ),
  };
}

function finishPlane(plane: Plane, planes: readonly Plane[], { precision }: FrameHeader, tables: Tables): SampledPlane {
  const quantization = tables.quantization[plane.component.quantization];
  if (!quantization) throw new CodecFault('damaged');
  const { width, height, stride } = plane;
  const most = {
    across: Math.max(...planes.map(({ component }) => component.across)),
    down: Math.max(...planes.map(({ component }) => component.down)),
  };
  return upsample({ samples: planeToSamples(plane, quantization, precision), width, height, line: stride * 8 }, plane, most);
}

function interleave(planes: readonly SampledPlane[], { rows, columns, precision }: FrameHeader): Uint8Array | Uint16Array {
  const count = rows * columns * planes.length;
  const interleaved = precision <= 8 ? new Uint8Array(count) : new Uint16Array(count);
  planes.forEach(({ samples, line }, index) => {
    for (let y = 0, to = index; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1, to += planes.length) interleaved[to] = samples[y * line + x] as number;
    }
  });
  return interleaved;
}
