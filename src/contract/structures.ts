import { z } from './zod.ts';
import { Category, DateText } from './entities.ts';
import { LIMITS } from './limits.ts';
import { Colour, nameUpTo } from './text.ts';

export const StructureSlug = z
  .string()
  .max(LIMITS.structureSlugChars)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
export const StructureTitle = nameUpTo(100);

/** A SNOMED CT identifier: 6 to 18 digits, of which the last is a check digit (SNOMED CT Release File Specification 5.5). */
export const SnomedId = z
  .string()
  .regex(/^[1-9]\d{5,17}$/)
  .refine(hasCheckDigit);

/** A coded concept as DICOM has it (PS3.3 8.8). */
export const StructureCode = z.object({ scheme: z.literal('SCT'), value: SnomedId, meaning: nameUpTo(64) });
export type StructureCode = z.infer<typeof StructureCode>;

/** What a segment of the structure shows, as in DICOM segmentations (PS3.3 C.8.20.4). */
export const StructureCodes = z.object({
  category: StructureCode.nullable(),
  type: StructureCode.nullable(),
  modifier: StructureCode.nullable(),
  laterality: StructureCode.nullable(),
});
export type StructureCodes = z.infer<typeof StructureCodes>;
export const NO_CODES: StructureCodes = { category: null, type: null, modifier: null, laterality: null };

/** ENT-43. */
export const Structure = z.object({
  id: z.number().int(),
  slug: z.string(),
  title: z.string(),
  category_id: z.number().int(),
  category: Category,
  color: Colour,
  codes: StructureCodes,
  /** It is in every team, and no team can change or delete it. Most of these came with the product. */
  shipped: z.boolean(),
  /** The caller may delete it. */
  deletable: z.boolean(),
  /** Null if it is in every team or the account no longer exists. */
  created_by: z.string().nullable(),
  /** Null if it is in every team. */
  updated_at: DateText.nullable(),
});
export type Structure = z.infer<typeof Structure>;

export const StructureList = z.object({
  data: z.array(Structure),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});

/** A structure of all teams, for platform administrators. Its slug never changes. */
export const SharedStructure = Structure.omit({ shipped: true, deletable: true }).extend({
  /** Null if it came with the product or the account no longer exists. */
  created_by: z.string().nullable(),
  /** Null if it is as it came with the product. */
  updated_at: DateText.nullable(),
  /** Not offered to teams. Their segmentations and datasets keep it. */
  hidden: z.boolean(),
  /** Teams with a segmentation or dataset of it. */
  teams: z.number().int(),
});
export type SharedStructure = z.infer<typeof SharedStructure>;

export const SharedStructureList = StructureList.extend({ data: z.array(SharedStructure) });

/** A body part, for platform administrators. Its slug never changes. */
export const SharedCategory = Category.extend({
  id: z.number().int(),
  hidden: z.boolean(),
  /** Structures of all teams that belong to it. */
  structures: z.number().int(),
  /** Teams with a study or an own structure of it. */
  teams: z.number().int(),
});
export type SharedCategory = z.infer<typeof SharedCategory>;

export const ANATOMICAL_STRUCTURE: StructureCode = { scheme: 'SCT', value: '123037004', meaning: 'Anatomical Structure' };
export const MORPHOLOGICALLY_ALTERED_STRUCTURE: StructureCode = {
  scheme: 'SCT',
  value: '49755003',
  meaning: 'Morphologically Altered Structure',
};
export const LEFT: StructureCode = { scheme: 'SCT', value: '7771000', meaning: 'Left' };
export const RIGHT: StructureCode = { scheme: 'SCT', value: '24028007', meaning: 'Right' };

/** From DICOM PS3.16 CID 7150. The first two are written as 3D Slicer and TotalSegmentator do. */
export const CATEGORY_CODES: readonly StructureCode[] = [
  ANATOMICAL_STRUCTURE,
  MORPHOLOGICALLY_ALTERED_STRUCTURE,
  { scheme: 'SCT', value: '85756007', meaning: 'Tissue' },
  { scheme: 'SCT', value: '91720002', meaning: 'Body Substance' },
  { scheme: 'SCT', value: '260787004', meaning: 'Physical object' },
  { scheme: 'SCT', value: '309825002', meaning: 'Spatial and Relational Concept' },
];

/** DICOM PS3.16 CID 244. */
export const LATERALITY_CODES: readonly StructureCode[] = [
  LEFT,
  RIGHT,
  { scheme: 'SCT', value: '51440002', meaning: 'Bilateral' },
  { scheme: 'SCT', value: '66459002', meaning: 'Unilateral' },
];

/** The check digit of Verhoeff: a single wrong digit and two exchanged neighbours are detected. */
function hasCheckDigit(id: string): boolean {
  return [...id].reverse().reduce((sum, digit, place) => product(sum, permuted(Number(digit), place)), 0) === 0;
}

/** The multiplication of the symmetries of a pentagon. */
function product(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5;
}

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permuted(digit: number, times: number): number {
  let result = digit;
  for (let done = 0; done < times; done += 1) result = PERMUTATION[result]!;
  return result;
}
