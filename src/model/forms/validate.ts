import type { AnswerContent, FormDefinition, FormField, FormItem, FormSources, FormValue, FormValues } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { t } from '#language/t.ts';
import { fieldsOf, isShown } from './fields.ts';

/** A field of an answer. `item`: UUID of a lesion, series or slice; null: the study. */
export interface AnswerPlace {
  item: string | null;
  field: string;
}

/** Why a value is not valid; null: it is. */
export function whyWrong(field: FormField, value: FormValue): string | null {
  switch (field.kind) {
    case 'choice': {
      if (value.kind !== 'choice') return OTHER_KIND;
      const known = new Set(field.options.map(({ key }) => key));
      if (new Set(value.options).size < value.options.length || value.options.some((key) => !known.has(key)))
        return t('There is no such option.');
      return field.several || value.options.length === 1 ? null : t('Choose one option.');
    }
    case 'number':
      return value.kind === 'number' ? whyWrongNumber(field, value.number) : OTHER_KIND;
    case 'text':
      return value.kind === 'text' ? null : OTHER_KIND;
    case 'date':
      return value.kind === 'date' ? null : OTHER_KIND;
    case 'code': {
      if (value.kind !== 'code') return OTHER_KIND;
      const { scheme, value: code } = value.code;
      return field.codes.some((each) => each.scheme === scheme && each.value === code) ? null : t('There is no such code.');
    }
  }
}

const OTHER_KIND = t('The field has another kind.');

function whyWrongNumber({ min, max, decimals }: Extract<FormField, { kind: 'number' }>, number: number): string | null {
  if (min !== null && number < min) return t('At least {min}.', { min });
  if (max !== null && number > max) return t('At most {max}.', { max });
  if (Number(number.toFixed(decimals)) === number) return null;
  return decimals === 0 ? t('A whole number.') : t('At most {decimals, plural, one {# decimal} other {# decimals}}.', { decimals });
}

/** An empty text says nothing. */
export function isEmpty(value: FormValue | undefined): boolean {
  return value === undefined || (value.kind === 'text' && value.text.trim() === '');
}

/**
 * Fields that keep an answer from being complete, in the order of the form and then of its items: shown and required without a value, or shown with one that is not
 * valid.
 */
export function openFields(definition: FormDefinition, { values, items }: Pick<AnswerContent, 'values' | 'items'>): AnswerPlace[] {
  const openIn = (scope: FormField[], item: string | null, own: FormValues): AnswerPlace[] =>
    scope.filter((field) => isOpen(field, own, values)).map(({ key }) => ({ item, field: key }));
  return [
    ...openIn(fieldsOf(definition, 'study'), null, values),
    ...items.flatMap(({ uuid, scope, values: own }) => openIn(fieldsOf(definition, scope), uuid, own)),
  ];
}

function isOpen(field: FormField, values: FormValues, ofStudy: FormValues): boolean {
  if (!isShown(field, values, ofStudy)) return false;
  const value = values[field.key];
  return isEmpty(value) ? field.required : whyWrong(field, value!) !== null;
}

/**
 * Why an answer cannot be stored at all; null: it can, as a draft at least. A value out of range is stored in a draft: nothing that somebody typed is lost.
 */
export function whyNotStored(definition: FormDefinition, { state, values, sources, items }: AnswerContent): string | null {
  if (new Set(items.map(({ uuid }) => uuid)).size < items.length) return t('Two of its items have the same UUID.');
  const wrong =
    whyNotIn(fieldsOf(definition, 'study'), values, sources) ??
    items
      .map((item) => whyNoPlace(item) ?? whyNotIn(fieldsOf(definition, item.scope), item.values, item.sources))
      .find((why) => why !== null);
  if (wrong) return wrong;
  if (JSON.stringify([values, sources, items]).length > LIMITS.formAnswerChars) return t('It is too long.');
  const [open] = state === 'complete' ? openFields(definition, { values, items }) : [];
  return open === undefined ? null : t('It is not complete: {field}.', { field: open.field });
}

function whyNotIn(fields: readonly FormField[], values: FormValues, sources: FormSources): string | null {
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((each) => each.key === key);
    if (field?.kind !== value.kind) return t('The form has no such field: {field}.', { field: key });
    if (field.kind !== 'number' && !isEmpty(value)) {
      const why = whyWrong(field, value);
      if (why !== null) return `${key}: ${why}`;
    }
  }
  const stray = Object.keys(sources).find((key) => values[key]?.kind !== 'number');
  return stray === undefined ? null : t('Only numbers are taken from measurements: {field}.', { field: stray });
}

/** A series is named as a whole, a slice with its number. */
function whyNoPlace({ scope, place }: FormItem): string | null {
  if (scope === 'lesion') return null;
  if (place === null) return t('A series or a slice is not named.');
  return (place.slice === null) === (scope === 'series') ? null : t('It is of another place than its section says.');
}
