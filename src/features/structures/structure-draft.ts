import type { BodyOf, Calls } from '#contract/calls.ts';
import type { CategoryOption } from '#contract/entities.ts';
import {
  ANATOMICAL_STRUCTURE,
  CATEGORY_CODES,
  LATERALITY_CODES,
  SnomedId,
  StructureSlug,
  type Structure,
  type StructureCode,
  type StructureCodes,
} from '#contract/structures.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import { titleToSlug } from '#model/structure-texts.ts';
import { TEXTS } from './texts.ts';

/** What the form holds: texts as they are typed. */
export interface StructureDraft {
  title: string;
  slug: string;
  /** Slug of a body part; empty if none is chosen. */
  category: string;
  color: string;
  /** Values of codes from a list; empty for none. */
  codeCategory: string;
  laterality: string;
  typeValue: string;
  typeMeaning: string;
  modifierValue: string;
  modifierMeaning: string;
}
export type DraftField = keyof StructureDraft;
export type DraftFaults = Partial<Record<DraftField, string>>;

export function draftOf(structure: Structure | null): StructureDraft {
  if (structure === null)
    return {
      ...{ title: '', slug: '', category: '', color: SEGMENT_COLOURS[0].value, codeCategory: ANATOMICAL_STRUCTURE.value, laterality: '' },
      ...{ typeValue: '', typeMeaning: '', modifierValue: '', modifierMeaning: '' },
    };
  const { title, slug, category, color, codes } = structure;
  return {
    ...{
      title,
      slug,
      category: category.slug,
      color,
      codeCategory: codes.category?.value ?? '',
      laterality: codes.laterality?.value ?? '',
    },
    ...{ typeValue: codes.type?.value ?? '', typeMeaning: codes.type?.meaning ?? '' },
    ...{ modifierValue: codes.modifier?.value ?? '', modifierMeaning: codes.modifier?.meaning ?? '' },
  };
}

/** The codes that a list offers, with the code of the structure if it is another one. */
export function offeredCodes(list: readonly StructureCode[], own: StructureCode | null | undefined): readonly StructureCode[] {
  return !own || list.some(({ value }) => value === own.value) ? list : [...list, own];
}

/** Empty if the draft can be sent. */
export function faultsOf(draft: StructureDraft): DraftFaults {
  const { title, slug, category } = draft;
  return {
    ...(title.trim() === '' && { title: TEXTS.needed }),
    ...(slug === '' ? titleToSlug(title) === '' && title.trim() !== '' && { slug: TEXTS.slugNeeded } : slugFault(slug)),
    ...(category === '' && { category: TEXTS.categoryNeeded }),
    ...codeFaults(draft, 'type'),
    ...codeFaults(draft, 'modifier'),
  };
}

const slugFault = (slug: string): DraftFaults => (StructureSlug.safeParse(slug).success ? {} : { slug: TEXTS.slugWrong });

/** A code consists of a value and a meaning, or of neither. */
function codeFaults(draft: StructureDraft, name: 'type' | 'modifier'): DraftFaults {
  const [value, meaning] = [draft[`${name}Value`].trim(), draft[`${name}Meaning`].trim()];
  if (value === '' && meaning === '') return {};
  return {
    ...(!SnomedId.safeParse(value).success && { [`${name}Value`]: value === '' ? TEXTS.needed : TEXTS.codeWrong }),
    ...(meaning === '' && { [`${name}Meaning`]: TEXTS.needed }),
  };
}

/** The body of the call that creates the structure. `base`: the structure that is changed, whose own codes are kept. */
export function draftToBody(
  draft: StructureDraft,
  categories: readonly CategoryOption[],
  base: Structure | null,
): BodyOf<Calls['createStructure']> & { codes: StructureCodes } {
  const listed = (list: readonly StructureCode[], own: StructureCode | null | undefined, chosen: string) =>
    offeredCodes(list, own).find(({ value }) => value === chosen) ?? null;
  const typed = (value: string, meaning: string): StructureCode | null =>
    value.trim() === '' ? null : { scheme: 'SCT', value: value.trim(), meaning: meaning.trim() };
  return {
    title: draft.title.trim(),
    ...(draft.slug !== '' && { slug: draft.slug }),
    category_id: categories.find(({ slug }) => slug === draft.category)?.id ?? 0,
    color: draft.color,
    codes: {
      category: listed(CATEGORY_CODES, base?.codes.category, draft.codeCategory),
      type: typed(draft.typeValue, draft.typeMeaning),
      modifier: typed(draft.modifierValue, draft.modifierMeaning),
      laterality: listed(LATERALITY_CODES, base?.codes.laterality, draft.laterality),
    },
  };
}

/** Only what differs from the structure, so that what somebody else changed in the meantime is kept. */
export function changesOf(draft: StructureDraft, categories: readonly CategoryOption[], base: Structure): BodyOf<Calls['changeStructure']> {
  const now = draftToBody(draft, categories, base);
  const before = { ...base, codes: draftToBody(draftOf(base), categories, base).codes };
  return {
    ...(now.title !== before.title && { title: now.title }),
    ...(now.slug !== before.slug && { slug: now.slug ?? titleToSlug(now.title) }),
    ...(now.category_id !== before.category_id && { category_id: now.category_id }),
    ...(now.color !== before.color && { color: now.color }),
    ...(JSON.stringify(now.codes) !== JSON.stringify(before.codes) && { codes: now.codes }),
  };
}
