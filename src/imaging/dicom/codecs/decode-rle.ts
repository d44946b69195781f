import { answerFaults, CodecFault, type DecodedImage, type Decoding, type ExpectedImage } from './codec.ts';

const HEADER_BYTES = 64;

/**
 * RLE Lossless (PS3.5 annex G): one segment per byte of a pixel, most significant first, each packed separately. Samples are returned
 * interleaved; one bit per pixel stays packed, eight pixels to a byte.
 */
export function decodeRle(bytes: Uint8Array, expected: ExpectedImage): Decoding {
  return answerFaults(() => unpackSegments(bytes, expected));
}

function unpackSegments(bytes: Uint8Array, { rows, columns, samplesPerPixel, bitsAllocated }: ExpectedImage): DecodedImage {
  if (bytes.length < HEADER_BYTES) throw new CodecFault('damaged');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bytesPerSample = Math.ceil(bitsAllocated / 8);
  const pixels = bitsAllocated === 1 ? Math.ceil((rows * columns) / 8) : rows * columns;
  const segments = view.getUint32(0, true);
  if (segments !== samplesPerPixel * bytesPerSample) throw new CodecFault('differs-from-header');
  // Two bytes expand to 128 at most: a larger claim is refused before memory is allocated.
  if (segments * pixels > bytes.length * 64) throw new CodecFault('damaged');
  const unpacked = new Uint8Array(pixels * segments);
  for (let segment = 0; segment < segments; segment += 1) {
    const start = view.getUint32(4 + segment * 4, true);
    const end = segment + 1 < segments ? view.getUint32(8 + segment * 4, true) : bytes.length;
    if (start < HEADER_BYTES) throw new CodecFault('damaged');
    const byteOfSample = bytesPerSample - 1 - (segment % bytesPerSample);
    const first = Math.floor(segment / bytesPerSample) * bytesPerSample + byteOfSample;
    unpackBytes(bytes.subarray(start, end), unpacked, first, segments);
  }
  return { samples: toSamples(unpacked, bytesPerSample), bits: bitsAllocated, colour: null };
}

/** PackBits (PS3.5 G.3.1): into every `step`-th position from `first` to the end. */
function unpackBytes(packed: Uint8Array, into: Uint8Array, first: number, step: number): void {
  let to = first;
  for (let at = 0; to < into.length;) {
    const head = packed[at];
    if (head === undefined) throw new CodecFault('damaged');
    at += 1;
    if (head === 128) continue;
    const isRun = head > 128;
    const count = isRun ? 257 - head : head + 1;
    if (at + (isRun ? 1 : count) > packed.length) throw new CodecFault('damaged');
    for (let each = 0; each < count && to < into.length; each += 1, to += step) into[to] = packed[isRun ? at : at + each] as number;
    at += isRun ? 1 : count;
  }
}

function toSamples(bytes: Uint8Array<ArrayBuffer>, bytesPerSample: number): DecodedImage['samples'] {
  if (bytesPerSample === 1) return bytes;
  return bytesPerSample === 2 ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
}
