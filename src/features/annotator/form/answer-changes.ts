import type { AnswerContent, FormDefinition, FormItem, FormPlace, FormValue, ItemScope } from '#contract/forms.ts';
import { fieldsOf } from '#model/forms/fields.ts';
import { openFields, whyWrong } from '#model/forms/validate.ts';

/** Changes of an answer as functions of it. */

export const EMPTY_ANSWER: AnswerContent = { state: 'draft', values: {}, sources: {}, items: [] };

interface Given {
  /** UUID of an item; null: the study. */
  item: string | null;
  field: string;
  /** Null: it is cleared. */
  value: FormValue | null;
  /** UUID of the measurement that the number was taken from. */
  source?: string;
}

export function withValue(content: AnswerContent, { item, field, value, source }: Given): AnswerContent {
  const changed = <T extends Pick<AnswerContent, 'values' | 'sources'>>(of: T): T => ({
    ...of,
    values: withEntry(of.values, field, value),
    sources: withEntry(of.sources, field, source ?? null),
  });
  if (item === null) return changed(content);
  return { ...content, items: content.items.map((each) => (each.uuid === item ? changed(each) : each)) };
}

function withEntry<T>(record: Readonly<Record<string, T>>, key: string, value: T | null): Record<string, T> {
  const { [key]: _before, ...rest } = record;
  return value === null ? rest : { ...rest, [key]: value };
}

/** With the next number of its scope. */
export function withItem(content: AnswerContent, { uuid, scope, place }: Pick<FormItem, 'uuid' | 'scope' | 'place'>): AnswerContent {
  const number = Math.max(0, ...content.items.filter((each) => each.scope === scope).map((each) => each.number)) + 1;
  return { ...content, items: [...content.items, { uuid, scope, number, place, values: {}, sources: {} }] };
}

export function withoutItem(content: AnswerContent, uuid: string): AnswerContent {
  return { ...content, items: content.items.filter((each) => each.uuid !== uuid) };
}

export function withPlace(content: AnswerContent, uuid: string, place: FormPlace): AnswerContent {
  return { ...content, items: content.items.map((each) => (each.uuid === uuid ? { ...each, place } : each)) };
}

/** A complete answer that is changed stays complete only while it is. */
export function settled(definition: FormDefinition, content: AnswerContent): AnswerContent {
  if (content.state === 'draft' || openFields(definition, content).length === 0) return content;
  return { ...content, state: 'draft' };
}

/** What an answer to an earlier version says in a later one, as a draft. */
export function carriedOver(definition: FormDefinition, { values, sources, items }: AnswerContent): AnswerContent {
  const carried = <T extends Pick<AnswerContent, 'values' | 'sources'>>(of: T, scope: ItemScope | 'study'): T => {
    const fields = fieldsOf(definition, scope);
    const kept = Object.entries(of.values).filter(([key, value]) => {
      const field = fields.find((each) => each.key === key);
      return field !== undefined && whyWrong(field, value) === null;
    });
    const keys = new Set(kept.map(([key]) => key));
    return {
      ...of,
      values: Object.fromEntries(kept),
      sources: Object.fromEntries(Object.entries(of.sources).filter(([key]) => keys.has(key))),
    };
  };
  return {
    ...{ state: 'draft', ...carried({ values, sources }, 'study') },
    items: items.filter(({ scope }) => fieldsOf(definition, scope).length > 0).map((item) => carried(item, item.scope)),
  };
}
