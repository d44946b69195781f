import type { SegmentFrame, Segmentation } from '#model/overlays/segmentation.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { readStoredFrame, type FrameRefusal } from '#imaging/dicom/pixels/stored-frame.ts';

/**
 * The mask of a segment in one frame, row by row: from 0 to `fullValue` of the segmentation. Frames are packed without a gap, so that one may begin inside a
 * byte. Compressed frames need `codecs`.
 */
export async function readSegmentMask(
  { source, description }: ReadHeader,
  { type, fullValue }: Pick<Segmentation, 'type' | 'fullValue'>,
  { frame, segment }: { frame: SegmentFrame['frame']; segment: number },
  codecs: Codecs | null,
): Promise<SegmentMask> {
  if (description.rows * description.columns > MOST_PIXELS) return { ok: false, why: 'too-large' };
  const stored = await readStoredFrame(source, description, frame, codecs);
  if (!stored.ok) return stored;
  const { samples } = stored;
  if (type === 'labelmap') return { ok: true, values: Uint8Array.from(samples, (value) => (value === segment ? 1 : 0)) };
  return { ok: true, values: Uint8Array.from(samples, (value) => Math.min(fullValue, Math.max(0, value))) };
}

export type SegmentMask = { ok: true; values: Uint8Array<ArrayBuffer> } | FrameRefusal;

/** As of other images: the largest radiographs have 50 million. */
const MOST_PIXELS = 2 ** 26;
