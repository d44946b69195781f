import type { InstanceDescription } from './instance.ts';
import type { ReadInstance, SeriesFacts } from './study.ts';
import { isDrawable } from '#model/pictures/drawable.ts';
import { SAME_COSINE, slicePositionMm } from '#model/pictures/geometry.ts';

/**
 * Which instances form one series for the user (READ-003, ENT-29): those with the same series UID, unless they cannot be one stack of similar
 * images. Orientation, echo, b-value and acquisition do not split a series; docs/decisions/101-series-identity.md has the reasons.
 */
export function seriesKey(description: InstanceDescription): string {
  const { seriesInstanceUid, sopClassUid, imageType, rows, columns, samplesPerPixel } = description;
  const identity = seriesInstanceUid || [description.seriesNumber, description.seriesDescription, description.modality].join(' ');
  return [identity, sopClassUid, imageType.join('\\'), `${rows}x${columns}`, samplesPerPixel].join('|');
}

/** Position of a slice in its series: millimetres along the normal, else the instance number; then the instance number. */
export function sliceOrder(description: InstanceDescription): { order: number; order2: number } {
  const instanceNumber = description.instanceNumber ?? 0;
  return { order: slicePositionMm(description) ?? instanceNumber, order2: instanceNumber };
}

/** Adds one instance to the facts of its series. The result does not depend on the order in which instances arrive. */
export function mergeInstance(facts: SeriesFacts | null, instance: ReadInstance): SeriesFacts {
  const own = instanceToSeriesFacts(instance);
  return facts ? mergeFacts(facts, own) : own;
}

type Counts = Pick<SeriesFacts, 'frames' | 'numberOfFrames' | 'cnt'>;

/** Images that the slider steps through: every frame of every instance. */
export function sliceCount({ frames = 0, numberOfFrames, cnt }: Counts): number {
  return Math.max(frames, numberOfFrames, cnt);
}

export interface SlicePlace {
  /** In slice order. */
  instance: number;
  frame: number;
}

/** The instance and frame at a slider position; null if the number of frames of each instance is needed, see `framePlace`. */
export function slicePlace({ frames, numberOfFrames, cnt }: Counts, slice: number): SlicePlace | null {
  if (numberOfFrames <= 1) return { instance: slice, frame: 0 };
  if (cnt === 1) return { instance: 0, frame: slice };
  if (frames !== undefined) return null;
  return numberOfFrames >= cnt ? { instance: 0, frame: slice } : { instance: slice, frame: 0 };
}

/** The same for instances with these numbers of frames, in order. A position after the end gives the last frame. */
export function framePlace(framesInOrder: readonly number[], slice: number): SlicePlace {
  let first = 0;
  for (const [instance, frames] of framesInOrder.entries()) {
    const pictures = Math.max(1, frames);
    if (slice < first + pictures || instance === framesInOrder.length - 1) {
      return { instance, frame: Math.min(slice - first, pictures - 1) };
    }
    first += pictures;
  }
  return { instance: 0, frame: 0 };
}

/** given (PREV-004): half of max(frame count, count). */
export function defaultSlice(facts: Counts): number {
  return Math.floor(sliceCount(facts) / 2);
}

/** Readable series are selected at first: every image with a size, even if it cannot be drawn here (the server converts compressed ones). */
export function isReadablySelected(facts: Pick<SeriesFacts, 'cnt' | 'rows' | 'columns'>): boolean {
  return facts.cnt > 0 && facts.rows > 0 && facts.columns > 0;
}

function instanceToSeriesFacts({ size, description }: ReadInstance): SeriesFacts {
  const orientation = description.imageOrientationPatient;
  return {
    ...(description.type && { type: description.type }),
    key: seriesKey(description),
    seriesInstanceUid: description.seriesInstanceUid,
    seriesNumber: description.seriesNumber,
    seriesDescription: description.seriesDescription,
    protocolName: description.protocolName,
    imageComments: description.imageComments,
    modalityCode: description.modality,
    bodyPartExamined: description.bodyPartExamined,
    imageType: description.imageType,
    SOPClassUID: description.sopClassUid,
    transferSyntaxUID: description.transferSyntaxUid,
    cnt: 1,
    numberOfFrames: description.numberOfFrames,
    frames: Math.max(1, description.numberOfFrames),
    totalFileSize: size,
    rows: description.rows,
    columns: description.columns,
    bitsAllocated: description.bitsAllocated,
    bitsStored: description.bitsStored,
    samplesPerPixel: description.samplesPerPixel,
    pixelSpacing: description.pixelSpacing,
    imagerPixelSpacing: description.imagerPixelSpacing,
    sliceThickness: description.sliceThickness,
    tablePositionSpacing: description.tablePositionSpacing,
    imageOrientationPatient: orientation,
    imageOrientationPatientEquals: true,
    windowCenter: ascending(description.windowCenter),
    windowWidth: ascending(description.windowWidth),
    rescaleIntercept: description.rescaleIntercept,
    rescaleSlope: description.rescaleSlope,
    rescaleType: description.rescaleType,
    cineRate: description.cineRate,
    primaryAngle: description.primaryAngle,
    secondaryAngle: description.secondaryAngle,
    ...mrScanOf(description),
    ...(description.pet && { pet: description.pet }),
    drawable: isDrawable(description),
    leader: {
      instanceNumber: description.instanceNumber ?? Number.MAX_SAFE_INTEGER,
      sopInstanceUid: description.sopInstanceUid,
    },
    orientationRange: orientation && { lowest: [...orientation], highest: [...orientation] },
  };
}

function mrScanOf({ mr, echoTime, repetitionTime, diffusionBValue }: InstanceDescription): Pick<SeriesFacts, 'mr'> {
  return mr ? { mr: { ...mr, echoTime, repetitionTime, bValues: diffusionBValue === null ? [] : [diffusionBValue] } } : {};
}

/** Single values all come from the leader, so that they match each other; sums, ranges and lists come from both. */
function mergeFacts(a: SeriesFacts, b: SeriesFacts): SeriesFacts {
  const orientationRange = unitedRange(a, b);
  const { frames: _, ...first } = leads(b, a) ? b : a;
  return {
    ...first,
    ...(a.frames !== undefined && b.frames !== undefined && { frames: a.frames + b.frames }),
    cnt: a.cnt + b.cnt,
    numberOfFrames: Math.max(a.numberOfFrames, b.numberOfFrames),
    totalFileSize: a.totalFileSize + b.totalFileSize,
    orientationRange,
    imageOrientationPatientEquals: isOneOrientation(a, b, orientationRange),
    windowCenter: united(a.windowCenter, b.windowCenter),
    windowWidth: united(a.windowWidth, b.windowWidth),
    ...(a.mr && b.mr && first.mr && { mr: { ...first.mr, bValues: united(a.mr.bValues, b.mr.bValues).slice(0, MOST_B_VALUES) } }),
    ...(a.pet && b.pet && first.pet && { pet: { ...first.pet, acquiredAt: earlier(a.pet.acquiredAt, b.pet.acquiredAt) } }),
    drawable: a.drawable || b.drawable,
  };
}

/** DT texts are in the order of time. */
function earlier(a: string, b: string): string {
  if (a === '' || b === '') return a || b;
  return a < b ? a : b;
}

/** Diffusion spectra have hundreds. The first ones are enough. */
const MOST_B_VALUES = 32;

function leads(a: SeriesFacts, b: SeriesFacts): boolean {
  const [first, second] = [a.leader, b.leader];
  if (!first || !second) return first !== undefined;
  if (first.instanceNumber !== second.instanceNumber) return first.instanceNumber < second.instanceNumber;
  return first.sopInstanceUid < second.sopInstanceUid;
}

type OrientationRange = NonNullable<SeriesFacts['orientationRange']> | null;

function unitedRange(a: SeriesFacts, b: SeriesFacts): OrientationRange {
  const [first, second] = [a.orientationRange, b.orientationRange];
  if (!first || !second) return null;
  return {
    lowest: first.lowest.map((value, index) => Math.min(value, second.lowest[index] ?? value)),
    highest: first.highest.map((value, index) => Math.max(value, second.highest[index] ?? value)),
  };
}

function isOneOrientation(a: SeriesFacts, b: SeriesFacts, range: OrientationRange): boolean {
  if (!a.imageOrientationPatientEquals || !b.imageOrientationPatientEquals) return false;
  if (!range) return !a.orientationRange && !b.orientationRange;
  return range.lowest.every((lowest, index) => (range.highest[index] ?? lowest) - lowest <= SAME_COSINE);
}

/** The values of two ascending lists without duplicates. Each of thousands of instances adds only a few values, so the list is not sorted again. */
function united(many: readonly number[], few: readonly number[]): number[] {
  if (few.length > many.length) return united(few, many);
  const all = [...many];
  for (const value of few) {
    const at = all.findLastIndex((known) => known <= value);
    if (all[at] !== value) all.splice(at + 1, 0, value);
  }
  return all;
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
