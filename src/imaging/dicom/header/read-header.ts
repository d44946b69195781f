import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { describeInstance } from './describe-instance.ts';
import { isEncapsulatedWhole } from '#imaging/dicom/pixels/encapsulated-end.ts';
import { findDataSet, type DeflatedDataSet, type FoundDataSet } from '#imaging/dicom/elements/find-data-set.ts';
import { inflateDataSet } from '#imaging/dicom/elements/inflate-data-set.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { scanElements, type Scan, type ScanRefusal } from '#imaging/dicom/elements/scan-elements.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';

/**
 * Reads the header of a DICOM file as far as needed, never the pixels. Invalid input gives an answer, not an exception; only a source that
 * cannot be read throws.
 */
export async function readDicomHeader(source: ByteSource): Promise<HeaderRead> {
  const read = await readInSteps(source, (bytes) => {
    const found = findDataSet(bytes, source.size);
    if (found === 'more' || 'deflatedFrom' in found) return found;
    return 'why' in found ? ({ ok: false, ...found } as HeaderRefusal) : readDataSet(bytes, source, found);
  });
  return 'deflatedFrom' in read ? readDeflated(source, read) : refuseCutOffPixels(read);
}

export type HeaderRead =
  | ReadHeader
  /** Not a DICOM file. */
  | { ok: false; why: 'not-dicom'; detail: 'no-header' | 'empty' }
  /** A truncated DICOM file. */
  | { ok: false; why: 'cut-off'; detail: 'in-header' | 'in-pixel-data' }
  /** A DICOM file that this reader does not support. */
  | { ok: false; why: 'unsupported'; detail: 'inflates-too-far' | 'header-too-long' | ScanRefusal };

export interface ReadHeader {
  ok: true;
  description: InstanceDescription;
  /** What the offsets in the description refer to: the file, or its inflated data set. */
  source: ByteSource;
  /** Where the data set begins in it, and its encoding. */
  dataSet: Pick<FoundDataSet, 'position' | 'encoding'>;
}

export type HeaderRefusal = Exclude<HeaderRead, { ok: true }>;

/** Reads more of the beginning while `readBytes` needs more. */
async function readInSteps<Read extends object>(
  source: ByteSource,
  readBytes: (bytes: Uint8Array) => Read | 'more',
): Promise<Read | HeaderRefusal> {
  for (const step of HEADER_LIMITS.readSteps) {
    const bytes = await source.read(0, Math.min(step, source.size));
    const read = readBytes(bytes);
    if (read !== 'more') return read;
    if (bytes.length >= source.size) break;
  }
  return { ok: false, why: 'unsupported', detail: 'header-too-long' };
}

function readDataSet(bytes: Uint8Array, source: ByteSource, found: FoundDataSet): HeaderRead | 'more' {
  const scan = scanElements(bytes, found.position, found.encoding, { fileSize: source.size });
  if (scan.end === 'more') return 'more';
  if (found.isGuess && !isIdentified(scan.elements)) return { ok: false, why: 'not-dicom', detail: 'no-header' };
  if (scan.end === 'refused') return { ok: false, why: 'unsupported', detail: scan.why };
  if (scan.end === 'cut-off') return { ok: false, why: 'cut-off', detail: 'in-header' };
  return { ok: true, description: describeInstance(bytes, scan.elements, { ...found, fileSize: source.size }), source, dataSet: found };
}

const DEFLATED_DATA_SET: FoundDataSet = {
  position: 0,
  encoding: { explicit: true, bigEndian: false },
  transferSyntaxUid: TRANSFER_SYNTAX.deflated,
  isGuess: false,
};

async function readDeflated(file: ByteSource, { deflatedFrom }: DeflatedDataSet): Promise<HeaderRead> {
  const inflated = await inflateDataSet(file, deflatedFrom);
  if (!inflated.ok) return inflated;
  return refuseCutOffPixels(await readInSteps(inflated.source, (bytes) => readDataSet(bytes, inflated.source, DEFLATED_DATA_SET)));
}

/** Without `DICM`, any bytes may look like elements for a while: one of the elements of every DICOM object is required. */
function isIdentified(elements: Scan['elements']): boolean {
  return [TAG.SOPClassUID, TAG.SOPInstanceUID, TAG.StudyInstanceUID, TAG.Modality].some((tag) => elements.has(tag));
}

async function refuseCutOffPixels(read: HeaderRead): Promise<HeaderRead> {
  if (!read.ok || !read.description.pixelData) return read;
  const { source, description } = read;
  const { offset, length, encapsulated } = read.description.pixelData;
  const isWhole = encapsulated ? await isEncapsulatedWhole(source, offset, description.numberOfFrames) : offset + length <= source.size;
  return isWhole ? read : { ok: false, why: 'cut-off', detail: 'in-pixel-data' };
}
