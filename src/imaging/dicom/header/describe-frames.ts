import { frameOrder } from '#model/pictures/geometry.ts';
import type { FrameDescription, InstanceDescription } from '#model/studies/instance.ts';
import { describeFrame, functionalGroups } from './functional-groups.ts';
import { readElements } from './read-elements.ts';
import type { ReadHeader } from './read-header.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/**
 * The per-frame description of an enhanced multi-frame image (PS3.3 C.7.6.16), in file order. Null if it has none, for a different number
 * of frames, and for a single one; then the description of the instance applies to all.
 */
export async function describeFrames(header: ReadHeader): Promise<FrameDescription[] | null> {
  const { numberOfFrames } = header.description;
  if (numberOfFrames === 1) return null;
  const { elements, values } = await readElements(header);
  if (elements.get(TAG.PerFrameFunctionalGroupsSequence)?.items?.length !== numberOfFrames) return null;
  const groupsOf = functionalGroups(elements, values);
  return Array.from({ length: numberOfFrames }, (_, frame) => describeFrame(groupsOf(frame)));
}

export interface FrameInPlace {
  /** Frame number in the file. */
  frame: number;
  /** Includes the frame's own values. */
  description: InstanceDescription;
}

/**
 * The image at a slider position, which follows the frames of one instance in space where known: its frame in the file, and the description
 * with that frame's own values.
 */
export async function frameAtPlace(header: ReadHeader, place: number): Promise<FrameInPlace> {
  return (await framesInPlace(header))(place);
}

/** The same for many frames: a header with a thousand frames is read once. */
export async function framesInPlace(header: ReadHeader): Promise<(place: number) => FrameInPlace> {
  const frames = await describeFrames(header);
  const order = frames && frameOrder(frames);
  return (place) => {
    const frame = order?.[place] ?? place;
    return { frame, description: { ...header.description, ...frames?.[frame] } };
  };
}
