import type { Campaign, CampaignContent, SavedCampaign } from '#contract/campaigns.ts';
import { TEXTS } from './texts.ts';

export interface DraftCase {
  study: string;
  /** Null: the study is no longer there. */
  patientName: string | null;
  modality: string;
  known: boolean;
}

/** What the form holds. Numbers are texts as they are typed. */
export interface CampaignDraft {
  title: string;
  guideline: string;
  form: CampaignContent['form'];
  structure: { id: number; title: string | null } | null;
  blinded: boolean;
  cases: readonly DraftCase[];
  readers: readonly number[];
  readsPerCase: string;
  repeats: string;
  reviewer: number | null;
  /** `YYYY-MM-DD`; empty without one. */
  due: string;
}

export const NEW_DRAFT: CampaignDraft = {
  ...{ title: '', guideline: '', form: null, structure: null, blinded: true, cases: [], readers: [], readsPerCase: '2', repeats: '0' },
  ...{ reviewer: null, due: '' },
};

export function draftOf({ content, cases }: Pick<Campaign, 'content' | 'cases'>): CampaignDraft {
  const found = new Map(cases.map((each) => [each.study, each]));
  const { title, guideline, form, structure, blinded, readers, reads_per_case: readsPerCase, repeats, reviewer, due } = content;
  return {
    ...{ title, guideline, form, blinded, readers, reviewer, due: due ?? '' },
    structure: structure === null ? null : { id: structure, title: null },
    cases: content.cases.map(({ study, known }) => {
      const row = found.get(study);
      return { study, known, patientName: row?.patientName ?? null, modality: row?.modality ?? '' };
    }),
    ...{ readsPerCase: String(readsPerCase), repeats: String(repeats) },
  };
}

/** Numbers must be valid: `faultsOf`. */
export function draftToBody(draft: CampaignDraft, base: number): SavedCampaign {
  const { title, guideline, form, structure, blinded, cases, readers, readsPerCase, repeats, reviewer, due } = draft;
  return {
    ...{ base, title: title.trim(), guideline, form, structure: structure?.id ?? null, blinded, readers: [...readers], reviewer },
    cases: cases.map(({ study, known }) => ({ study, known })),
    ...{ reads_per_case: Number(readsPerCase), repeats: Number(repeats), due: due === '' ? null : due },
  };
}

/** By the names that refusals of the server have. */
export type DraftFaults = Partial<Record<keyof CampaignContent, string>>;

/** What keeps a draft from being saved. What it lacks to be started is said by the server. */
export function faultsOf({ title, readsPerCase, repeats }: CampaignDraft): DraftFaults {
  return {
    ...(title.trim() === '' && { title: TEXTS.needed }),
    ...(!isWhole(readsPerCase, 1, 50) && { reads_per_case: TEXTS.wholeFrom1 }),
    ...(!isWhole(repeats, 0, 1_000) && { repeats: TEXTS.wholeFrom0 }),
  };
}

const isWhole = (typed: string, least: number, most: number): boolean =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most;

/** Studies are added once, at the end. */
export function withCases(cases: readonly DraftCase[], added: readonly Omit<DraftCase, 'known'>[]): DraftCase[] {
  const known = new Set(cases.map(({ study }) => study));
  return [...cases, ...added.filter(({ study }) => !known.has(study)).map((each) => ({ ...each, known: false }))];
}
