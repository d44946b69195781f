import type { FrameSubtraction } from '#model/computed/frame-subtraction.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** How the frames of a film are meant to be subtracted; nothing for single images, and where the header does not say. */
export function frameSubtraction(top: ElementSet, values: ElementValues): Pick<InstanceDescription, 'frameSubtraction'> {
  if ((values.number(top, TAG.NumberOfFrames) ?? 1) < 2) return {};
  const relationship = relationshipOf(values.text(top, TAG.PixelIntensityRelationship), top.get(TAG.ModalityLUTSequence) !== undefined);
  const mask = maskOf(top, values);
  if (relationship === null && mask === null) return {};
  return { frameSubtraction: { ...(relationship !== null && { relationship }), ...(mask ?? NO_MASK) } };
}

const NO_MASK = { maskFrames: [], shift: [0, 0] } as const;

/** A modality LUT of a film with logarithmic values leads back to intensities (PS3.17 FFF.2.3.1.3.4), and is applied when its frames are decoded. */
function relationshipOf(written: string, hasLut: boolean): 'LIN' | 'LOG' | null {
  if (written === 'LOG') return hasLut ? 'LIN' : 'LOG';
  return written === 'LIN' && !hasLut ? 'LIN' : null;
}

/** Of the first item that has a mask of the mean of frames: other operations take another mask for each frame. */
function maskOf(top: ElementSet, values: ElementValues): Pick<FrameSubtraction, 'maskFrames' | 'shift'> | null {
  const items = top.get(TAG.MaskSubtractionSequence)?.items ?? [];
  const item = items.find((each) => values.text(each, TAG.MaskOperation) === 'AVG_SUB');
  if (item === undefined) return null;
  const maskFrames = values
    .numbers(item, TAG.MaskFrameNumbers)
    .filter((frame) => frame >= 1)
    .map((frame) => frame - 1);
  // Vertical first (PS3.3 C.7.6.10).
  const [y = 0, x = 0] = values.numbers(item, TAG.MaskSubPixelShift);
  return maskFrames.length === 0 ? null : { maskFrames: maskFrames.slice(0, MOST_MASK_FRAMES), shift: [x, y] };
}

/** Each is read for the mean. */
const MOST_MASK_FRAMES = 64;
