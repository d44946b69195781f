import { joinBytes } from '#model/join-bytes.ts';
import type { InstanceDescription, PixelDataPlace } from '#model/studies/instance.ts';
import type { Codecs } from './codecs/codecs.ts';
import type { ReadHeader } from './header/read-header.ts';
import { readStoredFrame, type FrameRefusal } from './pixels/stored-frame.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';
import { writeDicom } from './write-dicom.ts';

/**
 * An image for readers with few transfer syntaxes: with preamble and file meta information, neither deflated nor compressed (PS3.10 7,
 * PS3.5 A.1, A.2). Its header stays byte for byte as written, including its geometry. Only grey images are decompressed.
 */
export async function toPlainFile(header: ReadHeader, codecs: Codecs): Promise<PlainFile> {
  const { pixelData } = header.description;
  return pixelData?.encapsulated ? decompress(header, pixelData, codecs) : { ok: true, bytes: await withMeta(header) };
}

export type PlainFile = { ok: true; bytes: Uint8Array<ArrayBuffer> } | FrameRefusal;

/** Expected size in bytes of the result of `toPlainFile`, from the header; null: no result. */
export function plainFileSize({ source, description }: Pick<ReadHeader, 'source' | 'description'>): number | null {
  if (!description.pixelData?.encapsulated) return source.size;
  const frameBytes = nativeFrameBytes(description);
  return frameBytes === null ? null : description.pixelData.offset + frameBytes * description.numberOfFrames;
}

async function withMeta({ source, description, dataSet }: ReadHeader): Promise<Uint8Array<ArrayBuffer>> {
  const { deflated, explicitLittleEndian } = TRANSFER_SYNTAX;
  const isInflated = description.transferSyntaxUid === deflated;
  const meta = writeDicom({ elements: [], transferSyntaxUid: isInflated ? explicitLittleEndian : description.transferSyntaxUid });
  return joinBytes([meta, await source.read(dataSet.position, source.size - dataSet.position)]);
}

async function decompress({ source, description, dataSet }: ReadHeader, pixelData: PixelDataPlace, codecs: Codecs): Promise<PlainFile> {
  const { numberOfFrames } = description;
  const frameBytes = nativeFrameBytes(description);
  const { explicit, bigEndian } = dataSet.encoding;
  if (frameBytes === null || !explicit || bigEndian) return { ok: false, why: 'unsupported', detail: 'photometric' };
  // Values have an even length (PS3.5 7.1.1): frames of odd total length get a padding byte.
  const length = Math.ceil((frameBytes * numberOfFrames) / 2) * 2;
  if (numberOfFrames * ITEM_HEAD_BYTES > pixelData.length || length > LONGEST_VALUE) return { ok: false, why: 'wrong-length' };
  const meta = writeDicom({ elements: [], transferSyntaxUid: TRANSFER_SYNTAX.explicitLittleEndian });
  const headerEnd = pixelData.offset - ELEMENT_HEAD_BYTES;
  const header = await source.read(dataSet.position, headerEnd - dataSet.position);
  const bytes = new Uint8Array(meta.length + header.length + ELEMENT_HEAD_BYTES + length);
  bytes.set(meta);
  bytes.set(header, meta.length);
  bytes.set(pixelDataHead(length), meta.length + header.length);
  let at = bytes.length - length;
  for (let frame = 0; frame < numberOfFrames; frame += 1, at += frameBytes) {
    const stored = await readStoredFrame(source, description, frame, codecs);
    if (!stored.ok) return stored;
    const { buffer, byteOffset, byteLength } = stored.samples;
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
  }
  return { ok: true, bytes };
}

/** Bytes of a compressed frame once native; null for colours, palettes and bits, which are not decompressed here. */
function nativeFrameBytes({
  rows,
  columns,
  samplesPerPixel,
  bitsAllocated,
  photometricInterpretation,
}: InstanceDescription): number | null {
  const isTaken = samplesPerPixel === 1 && photometricInterpretation !== 'PALETTE COLOR' && [8, 16, 32].includes(bitsAllocated);
  return isTaken ? (rows * columns * bitsAllocated) / 8 : null;
}

/** Tag, VR, two reserved bytes and a 32-bit length (PS3.5 7.1.2), of which 0xffffffff means undefined. */
const ELEMENT_HEAD_BYTES = 12;
const LONGEST_VALUE = 0xfffffffe;
const ITEM_HEAD_BYTES = 8;

function pixelDataHead(length: number): Uint8Array {
  const head = new Uint8Array(ELEMENT_HEAD_BYTES);
  const view = new DataView(head.buffer);
  view.setUint16(0, 0x7fe0, true);
  view.setUint16(2, 0x0010, true);
  head.set([0x4f, 0x57], 4);
  view.setUint32(8, length, true);
  return head;
}
