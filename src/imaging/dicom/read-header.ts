import type { InstanceDescription } from '#model/instance.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { describeInstance } from './describe-instance.ts';
import { isEncapsulatedWhole } from './encapsulated-end.ts';
import { findDataSet } from './find-data-set.ts';
import { HEADER_LIMITS } from './limits.ts';
import { scanElements, type Scan, type ScanRefusal } from './scan-elements.ts';
import { TAG } from './tags.ts';

/**
 * Reads the header of a DICOM file: as much of it as the header asks for, and never the pixels. Bad input is an answer, not an exception;
 * only a source that fails to read throws.
 */
export async function readDicomHeader(source: ByteSource): Promise<HeaderRead> {
  for (const step of HEADER_LIMITS.readSteps) {
    const bytes = await source.read(0, Math.min(step, source.size));
    const read = readHeaderBytes(bytes, source.size);
    if (read !== 'more') return read.ok ? refuseCutOffPixels(source, read) : read;
    if (bytes.length >= source.size) break;
  }
  return { ok: false, why: 'unsupported', detail: 'header-too-long' };
}

export type HeaderRead =
  | { ok: true; description: InstanceDescription }
  /** No DICOM file. */
  | { ok: false; why: 'not-dicom'; detail: 'no-header' | 'empty' }
  /** A DICOM file that ends too early. */
  | { ok: false; why: 'cut-off'; detail: 'in-header' | 'in-pixel-data' }
  /** A DICOM file that this reader does not take. */
  | { ok: false; why: 'unsupported'; detail: 'deflated' | 'header-too-long' | ScanRefusal };

export type HeaderRefusal = Exclude<HeaderRead, { ok: true }>;

function readHeaderBytes(bytes: Uint8Array, fileSize: number): HeaderRead | 'more' {
  const found = findDataSet(bytes, fileSize);
  if (found === 'more') return 'more';
  if ('why' in found) return { ok: false, ...found } as HeaderRefusal;
  const scan = scanElements(bytes, found.position, found.encoding, { fileSize });
  if (scan.end === 'more') return 'more';
  if (found.isGuess && !isIdentified(scan.elements)) return { ok: false, why: 'not-dicom', detail: 'no-header' };
  if (scan.end === 'refused') return { ok: false, why: 'unsupported', detail: scan.why };
  if (scan.end === 'cut-off') return { ok: false, why: 'cut-off', detail: 'in-header' };
  return { ok: true, description: describeInstance(bytes, scan.elements, { ...found, fileSize }) };
}

/** Where no `DICM` marks a file, any bytes may look like elements for a while: one of those that every DICOM object has must be there. */
function isIdentified(elements: Scan['elements']): boolean {
  return [TAG.SOPClassUID, TAG.SOPInstanceUID, TAG.StudyInstanceUID, TAG.Modality].some((tag) => elements.has(tag));
}

async function refuseCutOffPixels(source: ByteSource, read: HeaderRead & { ok: true }): Promise<HeaderRead> {
  const { pixelData, numberOfFrames } = read.description;
  if (!pixelData) return read;
  const isWhole = pixelData.encapsulated
    ? await isEncapsulatedWhole(source, pixelData.offset, numberOfFrames)
    : pixelData.offset + pixelData.length <= source.size;
  return isWhole ? read : { ok: false, why: 'cut-off', detail: 'in-pixel-data' };
}
