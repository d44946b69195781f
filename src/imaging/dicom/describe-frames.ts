import { frameOrder } from '#model/geometry.ts';
import type { FrameDescription, InstanceDescription } from '#model/instance.ts';
import { createElementValues } from './element-values.ts';
import { describeFrame, functionalGroups } from './functional-groups.ts';
import type { ReadHeader } from './read-header.ts';
import { scanElements } from './scan-elements.ts';
import { TAG } from './tags.ts';

/**
 * What an enhanced multi-frame image says of each of its frames (PS3.3 C.7.6.16), in the order of the file. Null for an image that says nothing
 * by frame, or not of exactly as many frames as it has; then the description of the instance holds for all of them.
 */
export async function describeFrames({ source, description, dataSet }: ReadHeader): Promise<FrameDescription[] | null> {
  const { pixelData, numberOfFrames } = description;
  if (!pixelData || numberOfFrames === 1) return null;
  const { position, encoding } = dataSet;
  const bytes = await source.read(0, pixelData.offset);
  const { elements } = scanElements(bytes, position, encoding, { fileSize: source.size });
  if (elements.get(TAG.PerFrameFunctionalGroupsSequence)?.items?.length !== numberOfFrames) return null;
  const values = createElementValues(bytes, encoding.bigEndian, elements);
  return Array.from({ length: numberOfFrames }, (_, frame) => describeFrame(functionalGroups(elements, values, frame)));
}

export interface FrameInPlace {
  /** Its number in the file. */
  frame: number;
  /** With what the frame says for itself. */
  description: InstanceDescription;
}

/**
 * The picture at a place of the slider, which walks the frames of one image as they lie in space where they say so: its frame in the file, and
 * the description with what that frame says for itself.
 */
export async function frameAtPlace(header: ReadHeader, place: number): Promise<FrameInPlace> {
  return (await framesInPlace(header))(place);
}

/** The same for who walks many of them: a header of a thousand frames is read once. */
export async function framesInPlace(header: ReadHeader): Promise<(place: number) => FrameInPlace> {
  const frames = await describeFrames(header);
  const order = frames && frameOrder(frames);
  return (place) => {
    const frame = order?.[place] ?? place;
    return { frame, description: { ...header.description, ...frames?.[frame] } };
  };
}
