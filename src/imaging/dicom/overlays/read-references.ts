import type { ImageReference } from '#model/overlays/image-reference.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { OverlayContent } from './overlay-content.ts';

/** The images that a sequence names (PS3.3 10.3), which counts their frames from 1. */
export function readReferences(content: OverlayContent, set: ElementSet, tag: number): ImageReference[] {
  return content.items(set, tag).map((item) => ({
    sop: content.text(item, TAG.ReferencedSOPInstanceUID),
    frames: Array.from(content.decimals(item, TAG.ReferencedFrameNumber), (number) => number - 1),
  }));
}
