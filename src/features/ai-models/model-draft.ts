import { AiModelCode, AiSegment, type AiModel, type SavedAiModel } from '#contract/ai/models.ts';
import { titleToSlug } from '#model/structure-texts.ts';
import { TEXTS } from './texts.ts';

/** What the form holds, as it was typed. */
export interface ModelDraft {
  name: string;
  code: string;
  description: string;
  structure: { id: number; title: string } | null;
  segments: readonly SegmentDraft[];
}

export interface SegmentDraft {
  /** Only of this form. */
  key: number;
  title: string;
  value: string;
}

export type DraftField = 'name' | 'code' | 'description' | 'structure' | 'segments';
export type DraftFaults = Partial<Record<DraftField, string>>;

export const NEW_MODEL: ModelDraft = {
  name: '',
  code: '',
  description: '',
  structure: null,
  segments: [{ key: 1, title: '', value: '1' }],
};

export function draftOf({ name, code, description, structure_id: id, structure_name: title, segments }: AiModel): ModelDraft {
  return {
    ...{ name, code, description, structure: id === null ? null : { id, title } },
    segments: segments.map((segment, at) => ({ key: at + 1, title: segment.title, value: String(segment.value) })),
  };
}

/** The next segment has the lowest value that is free. */
export function withSegment(segments: readonly SegmentDraft[]): SegmentDraft[] {
  const used = new Set(segments.map(({ value }) => Number(value)));
  let value = 1;
  while (used.has(value)) value++;
  return [...segments, { key: Math.max(0, ...segments.map(({ key }) => key)) + 1, title: '', value: String(value) }];
}

const codeOf = ({ code, name }: ModelDraft): string => code.trim() || titleToSlug(name).slice(0, 64).replace(/-$/, '');

export function faultsOf(draft: ModelDraft): DraftFaults {
  const code = codeOf(draft);
  const segments = segmentsFault(draft.segments);
  return {
    ...(draft.name.trim() === '' && { name: TEXTS.needed }),
    ...(draft.name.trim() !== '' && code === '' && { code: TEXTS.codeNeeded }),
    ...(code !== '' && !AiModelCode.safeParse(code).success && { code: TEXTS.codeWrong }),
    ...(draft.structure === null && { structure: TEXTS.structureNeeded }),
    ...(segments !== null && { segments }),
  };
}

function segmentsFault(segments: readonly SegmentDraft[]): string | null {
  if (segments.length === 0) return TEXTS.segmentNeeded;
  if (segments.some(({ title }) => title.trim() === '')) return TEXTS.titleNeeded;
  const isRight = segments.every(({ title, value }) => AiSegment.safeParse({ title: title.trim(), value: Number(value) }).success);
  return isRight && new Set(segments.map(({ value }) => Number(value))).size === segments.length ? null : TEXTS.valueWrong;
}

/** Of a draft without faults. */
export function draftToBody(draft: ModelDraft): SavedAiModel {
  return {
    name: draft.name.trim(),
    code: codeOf(draft),
    description: draft.description.trim(),
    structure_id: draft.structure?.id ?? 0,
    segments: draft.segments.map(({ title, value }) => ({ title: title.trim(), value: Number(value) })),
  };
}
