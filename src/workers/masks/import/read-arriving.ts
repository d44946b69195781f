import type { Grid } from '#contract/grids.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { readOverlay } from '#imaging/dicom/overlays/read-overlay.ts';
import { countVoxels, type Bits } from '#imaging/mask/bits/bits.ts';
import { contoursToBits } from '#imaging/mask/interchange/dicom/contours-to-bits.ts';
import { readSegmentationBits } from '#imaging/mask/interchange/dicom/read-segmentation-bits.ts';
import type { SegmentCodes } from '#imaging/mask/interchange/exported-segment.ts';
import { readLabelText } from '#imaging/mask/interchange/nifti/label-texts.ts';
import { readLabelMap, type LabelMapRead } from '#imaging/mask/interchange/nifti/read-label-map.ts';
import { isNiftiName } from '#model/files/nifti-name.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import type { Segment, Segmentation } from '#model/overlays/segmentation.ts';
import type { StructureSet } from '#model/overlays/structure-set.ts';
import type { ImportRefusal } from './import-types.ts';

export interface NamedSource {
  /** Empty for what is known to be DICOM. */
  name: string;
  source: ByteSource;
}

export interface ArrivingBits {
  name: string;
  colour: string | null;
  codes: SegmentCodes;
  bits: Bits;
}

/** What is in some files, on the grid. */
export interface Arriving {
  segments: ArrivingBits[];
  isResampled: boolean;
  isCut: boolean;
  isOtherStudy: boolean;
  isUnnamed: boolean;
  contoursLeft: number;
}

interface ReadingPorts {
  grid: Grid;
  studyUid: string;
  codecs: Codecs | null;
  /** How much is read, from 0 to 1. False: it goes no further. */
  step(part: number): Promise<boolean>;
}

/** Thrown inside of a reader; `readArriving` returns it. */
class Refused extends Error {
  readonly why: ImportRefusal;
  constructor(why: ImportRefusal) {
    super(why);
    this.why = why;
  }
}

/** Packed or not: a label map of 512 x 512 x 1000 of two bytes has as many. */
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_TEXT_BYTES = 1024 * 1024;

const NAMES_FILE = /\.(?:txt|ctbl|label)$/i;
const NO_CODES: SegmentCodes = { category: null, type: null, modifier: null, laterality: null };

/** Reads label maps with the names beside them, segmentations and structure sets. What is not on the grid is resampled, and says so. */
export async function readArriving(files: readonly NamedSource[], ports: ReadingPorts): Promise<Arriving | ImportRefusal> {
  const found: Arriving = { segments: [], isResampled: false, isCut: false, isOtherStudy: false, isUnnamed: false, contoursLeft: 0 };
  const masks = files.filter(({ name }) => !NAMES_FILE.test(name));
  const names = files.filter(({ name }) => NAMES_FILE.test(name));
  if (masks.length === 0) return 'no-mask';
  try {
    for (const [at, file] of masks.entries()) {
      const step = async (part: number): Promise<void> => {
        if (!(await ports.step((at + part) / masks.length))) throw new Refused('cancelled');
      };
      await step(0);
      if (file.source.size > MOST_BYTES) return 'too-large';
      if (isNiftiName(file.name)) await addLabelMap(found, file, await namesBeside(file, names, masks.length), { ...ports, step });
      else await addDicom(found, file.source, { ...ports, step });
    }
  } catch (error) {
    if (error instanceof Refused) return error.why;
    throw error;
  }
  return found.segments.every(({ bits }) => countVoxels(bits) === 0) ? 'empty' : found;
}

type Steps = Omit<ReadingPorts, 'step'> & { step(part: number): Promise<void> };

/** Those with the same name but for the ending; of one label map, whatever it is called. */
async function namesBeside({ name }: NamedSource, names: readonly NamedSource[], maps: number) {
  const stem = (file: string): string => file.replace(/(?:\.nii)?(?:\.gz)?$|\.(?:txt|ctbl|label)$/i, '');
  const own = maps === 1 ? names : names.filter((one) => stem(one.name) === stem(name));
  const labels = new Map<number, { name: string; colour: string }>();
  // ITK-SNAP keeps names as they are; 3D Slicer writes underscores for spaces.
  for (const { source } of own.toSorted((a, b) => Number(/\.ctbl$/i.test(b.name)) - Number(/\.ctbl$/i.test(a.name)))) {
    if (source.size > MOST_TEXT_BYTES) continue;
    for (const [value, label] of readLabelText(new TextDecoder().decode(await source.read(0, source.size)))) labels.set(value, label);
  }
  return labels;
}

async function addLabelMap(
  found: Arriving,
  { source }: NamedSource,
  names: ReadonlyMap<number, { name: string; colour: string }>,
  { grid, step }: Steps,
): Promise<void> {
  const space = voxelSpaceOf(grid);
  if (space === null) throw new Refused('no-volume');
  const read = await readLabelMap(source, space, { resample: true });
  if (!read.ok) throw new Refused(labelMapRefusal(read));
  await step(0.9);
  found.isUnnamed = true;
  found.isResampled ||= read.isResampled;
  found.isCut ||= read.isCut;
  for (const { value, bits } of read.labels) {
    const label = names.get(value);
    found.segments.push({ name: label?.name ?? `Label ${value}`, colour: label?.colour ?? null, codes: NO_CODES, bits });
  }
}

function labelMapRefusal(read: Exclude<LabelMapRead, { ok: true }>): ImportRefusal {
  switch (read.why) {
    case 'not-labels':
    case 'no-place':
    case 'several-volumes':
    case 'other-geometry':
      return read.why;
    case 'cut-off':
      return 'damaged';
    case 'unsupported':
      return 'detail' in read && read.detail === 'too-large' ? 'too-large' : 'unsupported';
    default:
      return 'no-mask';
  }
}

async function addDicom(found: Arriving, source: ByteSource, steps: Steps): Promise<void> {
  const header = await readDicomHeader(source);
  if (!header.ok) throw new Refused('no-mask');
  const overlay = await readOverlay(header);
  if ('refused' in overlay) throw new Refused(overlay.refused === 'no-overlay' ? 'no-mask' : 'damaged');
  const uid = header.description.studyInstanceUid;
  found.isOtherStudy ||= uid !== '' && steps.studyUid !== '' && uid !== steps.studyUid;
  if (overlay.kind === 'segmentation') await addSegmentation(found, header, overlay, steps);
  else if (overlay.kind === 'structures') await addStructures(found, overlay, steps);
  else throw new Refused('no-mask');
}

async function addSegmentation(found: Arriving, header: ReadHeader, overlay: Segmentation, { grid, codecs, step }: Steps): Promise<void> {
  if (isElsewhere(overlay.frameOfReference, grid)) throw new Refused('frame-of-reference');
  const read = await readSegmentationBits(header, overlay, grid, { resample: true, codecs, step });
  if (!read.ok) throw new Refused(read.why === 'other-geometry' ? read.why : 'unsupported');
  found.isResampled ||= read.isResampled;
  found.isCut ||= read.isCut;
  for (const segment of overlay.segments) {
    const { number, label, colour } = segment;
    found.segments.push({ name: label, colour, codes: codesOf(segment), bits: read.bits.get(number)! });
  }
}

/** As our own export writes them: the laterality modifies the type or the region. */
function codesOf({ category, type, typeModifiers }: Segment): SegmentCodes {
  const isSide = ({ value }: { value: string }): boolean => LATERALITIES.has(value);
  return {
    ...{ category, type },
    modifier: typeModifiers.find((code) => !isSide(code)) ?? null,
    laterality: typeModifiers.find(isSide) ?? null,
  };
}

/** Right, left, unilateral, bilateral (CID 244). */
const LATERALITIES = new Set(['24028007', '7771000', '66459002', '51440002']);

async function addStructures(found: Arriving, { regions }: StructureSet, { grid, step }: Steps): Promise<void> {
  const here = regions.filter(({ frameOfReference }) => !isElsewhere(frameOfReference, grid));
  if (here.length === 0 && regions.length > 0) throw new Refused('frame-of-reference');
  for (const [at, region] of here.entries()) {
    await step(at / here.length);
    const { bits, left } = contoursToBits(region, grid);
    found.contoursLeft += left;
    found.segments.push({ name: region.name, colour: region.colour, codes: NO_CODES, bits });
  }
}

/** Where either does not say in which coordinates it lies, they are taken for the same. */
function isElsewhere(frameOfReference: string, { planes }: Grid): boolean {
  const own = planes.flatMap((plane) => (plane.frameOfReference === '' ? [] : [plane.frameOfReference]));
  return frameOfReference !== '' && own.length > 0 && !own.includes(frameOfReference);
}
