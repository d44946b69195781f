import type { FrameDescription } from '#model/studies/instance.ts';
import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { firstItem, type ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/**
 * Values that an enhanced multi-frame image keeps in functional groups (PS3.3 C.7.6.16) and a classic one at the top level: searched for at
 * the top level, then in the shared groups, then in the groups of the frame.
 */
export interface FunctionalGroups {
  text(macro: number, tag: number): string;
  number(macro: number, tag: number): number | null;
  numbers(macro: number, tag: number): number[];
}

export function functionalGroups(top: ElementSet, values: ElementValues): (frame: number) => FunctionalGroups {
  const shared = opened(firstItem(top, TAG.SharedFunctionalGroupsSequence));
  const frames = top.get(TAG.PerFrameFunctionalGroupsSequence)?.items;
  return (frame) => {
    const own = opened(frames?.[frame]);
    const holder = (macro: number, tag: number): ElementSet =>
      hasValue(top, tag) ? top : ([shared(macro), own(macro)].find((set) => set !== undefined && hasValue(set, tag)) ?? top);
    return {
      text: (macro, tag) => values.text(holder(macro, tag), tag),
      number: (macro, tag) => values.number(holder(macro, tag), tag),
      numbers: (macro, tag) => values.numbers(holder(macro, tag), tag),
    };
  };
}

/** Macros of an item, each opened once: going back and forth between two items reads both of them each time. */
function opened(item: ElementSet | undefined): (macro: number) => ElementSet | undefined {
  const known = new Map<number, ElementSet | undefined>();
  return (macro) => {
    if (!known.has(macro)) known.set(macro, firstItem(item, macro));
    return known.get(macro);
  };
}

function hasValue(set: ElementSet, tag: number): boolean {
  return (set.get(tag)?.length ?? 0) > 0;
}

/** May differ between frames, and affects position or display. */
export function describeFrame(groups: FunctionalGroups): FrameDescription {
  const [position, orientation] = [TAG.PlanePositionSequence, TAG.PlaneOrientationSequence];
  const [voi, transformation] = [TAG.FrameVOILUTSequence, TAG.PixelValueTransformationSequence];
  return {
    imagePositionPatient: triple(groups.numbers(position, TAG.ImagePositionPatient)),
    imageOrientationPatient: sextuple(groups.numbers(orientation, TAG.ImageOrientationPatient)),
    windowCenter: groups.numbers(voi, TAG.WindowCenter).slice(0, HEADER_LIMITS.windows),
    windowWidth: groups.numbers(voi, TAG.WindowWidth).slice(0, HEADER_LIMITS.windows),
    windowCenterRaw: groups.text(voi, TAG.WindowCenter),
    windowWidthRaw: groups.text(voi, TAG.WindowWidth),
    rescaleIntercept: groups.number(transformation, TAG.RescaleIntercept) ?? 0,
    // given (READ-012, 013): a slope of 0, or none, is 1.
    rescaleSlope: groups.number(transformation, TAG.RescaleSlope) || 1,
    rescaleType: groups.text(transformation, TAG.RescaleType),
  };
}

export function triple(values: readonly number[]): FrameDescription['imagePositionPatient'] {
  return values.length === 3 ? (values as [number, number, number]) : null;
}

export function sextuple(values: readonly number[]): FrameDescription['imageOrientationPatient'] {
  return values.length === 6 ? (values as [number, number, number, number, number, number]) : null;
}
