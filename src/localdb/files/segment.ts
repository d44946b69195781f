import type { DeviceKey } from '#localdb/device-key.ts';
import type { SealedUnits, SegmentRow } from '#localdb/schema.ts';

/**
 * [Note: Segments]
 *
 * Staged bytes are stored in segments of at most 8 MiB: ct(unit 0) || tag || ct(unit 1) || tag … Each unit is 256 KiB of plain bytes with a tag
 * of 16 bytes, so that unit n begins at n x 262,160 and a small file can be read without decrypting the whole segment (3 ms instead of 20,
 * measured). IV of unit n: 8 random bytes of the segment || uint32 n. A segment is written once and never changed, so no IV is used twice.
 * Additional data: segment id || n || number of units, so that a unit cannot be moved, removed or put into another segment.
 */
export const SEGMENT_BYTES = 8 * 1024 * 1024;
export const UNIT_BYTES = 256 * 1024;
const TAG_BYTES = 16;

/** The first segments are small, so that the first file is stored early. */
export function segmentBytesFor(segmentsWritten: number): number {
  return Math.min(SEGMENT_BYTES, 1024 * 1024 * 2 ** segmentsWritten);
}

/** Encrypts plain bytes into a row that is ready to be added. The plain bytes are not changed. */
export async function createSegment(device: DeviceKey, uploadId: string, plain: Uint8Array<ArrayBuffer>): Promise<SegmentRow> {
  const id = crypto.randomUUID();
  return { id, uploadId, ...(await sealUnits(device, id, plain)) };
}

/** The encrypted parts of a segment, for any row that stores bytes in this way. `id` is bound to them: under another ID they cannot be read. */
export async function sealUnits(device: DeviceKey, id: string, plain: Uint8Array<ArrayBuffer>): Promise<SealedUnits> {
  const prefix = crypto.getRandomValues(new Uint8Array(8));
  const units = Math.max(1, Math.ceil(plain.length / UNIT_BYTES));
  const encrypted = await Promise.all(
    Array.from({ length: units }, (_, n) =>
      crypto.subtle.encrypt(unitParameters(id, prefix, n, units), device.key, plain.subarray(n * UNIT_BYTES, (n + 1) * UNIT_BYTES)),
    ),
  );
  const blob = new Blob(encrypted);
  const bytes = device.keepsBlobs ? blob : await blob.arrayBuffer();
  return { keyId: device.id, size: plain.length, unit: UNIT_BYTES, prefix, bytes };
}

export interface ByteRange {
  offset: number;
  length: number;
}

/**
 * `length` plain bytes of a segment from `offset`. Rejects with RangeError outside the segment, and with OperationError if the bytes on the device
 * differ from those that were written.
 */
export async function readSegment(
  device: DeviceKey,
  row: SealedUnits & { id: string },
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const [bytes] = await readSegmentRanges(device, row, [{ offset, length }]);
  return bytes as Uint8Array<ArrayBuffer>;
}

/**
 * The same for several ranges, in their order. Each unit is decrypted once, however many ranges it contains: the files of a chunk are adjacent, and
 * most units contain the end of one and the start of the next.
 */
export async function readSegmentRanges(
  device: DeviceKey,
  row: SealedUnits & { id: string },
  ranges: readonly ByteRange[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  if (ranges.some(({ offset, length }) => offset < 0 || length < 0 || offset + length > row.size)) {
    throw new RangeError('Outside the segment');
  }
  const spans = unitSpans(row, ranges);
  const opened = await Promise.all(spans.map((span) => openUnits(device, row, span)));
  return ranges.map(({ offset, length }) => {
    const n = spans.findIndex(({ first, last }) => offset >= first * row.unit && offset + length <= (last + 1) * row.unit);
    const [span, bytes] = [spans[n], opened[n]];
    if (length === 0 || !span || !bytes) return new Uint8Array(0);
    const from = offset - span.first * row.unit;
    return bytes.subarray(from, from + length);
  });
}

/** Adjacent units, both ends included. */
interface UnitSpan {
  first: number;
  last: number;
}

/** The units that contain the ranges: ascending, without duplicates, neighbours merged. */
function unitSpans({ unit }: SealedUnits, ranges: readonly ByteRange[]): UnitSpan[] {
  const wanted = ranges
    .filter(({ length }) => length > 0)
    .map(({ offset, length }) => ({ first: Math.floor(offset / unit), last: Math.floor((offset + length - 1) / unit) }))
    .sort((a, b) => a.first - b.first);
  const spans: UnitSpan[] = [];
  for (const { first, last } of wanted) {
    const before = spans.at(-1);
    if (before !== undefined && first <= before.last + 1) before.last = Math.max(before.last, last);
    else spans.push({ first, last });
  }
  return spans;
}

async function openUnits(
  device: DeviceKey,
  row: SealedUnits & { id: string },
  { first, last }: UnitSpan,
): Promise<Uint8Array<ArrayBuffer>> {
  const units = Math.max(1, Math.ceil(row.size / row.unit));
  const stored = row.unit + TAG_BYTES;
  const cipherBytes = await sliceToBuffer(row.bytes, first * stored, (last + 1) * stored);
  const plain = new Uint8Array(Math.min(row.size, (last + 1) * row.unit) - first * row.unit);
  await Promise.all(
    Array.from({ length: last - first + 1 }, async (_, step) => {
      const n = first + step;
      const unit = await crypto.subtle.decrypt(
        unitParameters(row.id, row.prefix, n, units),
        device.key,
        cipherBytes.subarray(step * stored, (step + 1) * stored),
      );
      plain.set(new Uint8Array(unit), step * row.unit);
    }),
  );
  return plain;
}

async function sliceToBuffer(bytes: Blob | ArrayBuffer, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const slice = bytes.slice(from, to);
  return new Uint8Array(slice instanceof ArrayBuffer ? slice : await slice.arrayBuffer());
}

function unitParameters(segmentId: string, prefix: Uint8Array, n: number, units: number): AesGcmParams {
  const iv = new Uint8Array(12);
  iv.set(prefix);
  new DataView(iv.buffer).setUint32(8, n);
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${segmentId}/${n}/${units}`) };
}
