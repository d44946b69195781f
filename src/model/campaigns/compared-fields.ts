import type { AnswerContent, FormDefinition, FormField, FormValues } from '#contract/forms.ts';
import { marked, t } from '#language/t.ts';
import { chosen, fieldsOf } from '#model/forms/fields.ts';

/** A value of an answer by which readers are compared. */
export interface ComparedField {
  key: string;
  title: string;
  /** Values from lowest to highest, if the options are numbers; null: they have no order. */
  order: readonly string[] | null;
  /** Null: not answered. */
  valueOf(content: Pick<AnswerContent, 'values' | 'items'>): string | null;
  textOf(value: string): string;
}

const NO_LESION = 'none';
/** The server computes in English. */
export const NO_LESION_TEXT = marked('no lesion');
const HIGHEST = ', highest of the lesions';

/** A title from the server in the language of the page. */
export function shownTitle(title: string): string {
  return title.endsWith(HIGHEST) ? t('{label}, highest of the lesions', { label: title.slice(0, -HIGHEST.length) }) : title;
}

/** Fields of the study with one option, and the highest value over lesions of those whose options are numbers. */
export function comparedFields(definition: FormDefinition): ComparedField[] {
  const ofStudy = fieldsOf(definition, 'study').filter((field) => isSingle(field));
  const ofLesion = fieldsOf(definition, 'lesion').filter((field) => isSingle(field));
  return [
    ...ofStudy.map((field): ComparedField => ({
      ...{ key: field.key, title: field.label, order: orderOf(field), textOf: textIn(field) },
      valueOf: ({ values }) => chosen(values, field.key),
    })),
    ...ofLesion.flatMap((field): ComparedField[] => {
      const order = orderOf(field);
      if (order === null) return [];
      return [
        {
          ...{ key: `lesion:${field.key}`, title: `${field.label}${HIGHEST}`, order: [NO_LESION, ...order] },
          textOf: (value) => (value === NO_LESION ? NO_LESION_TEXT : textIn(field)(value)),
          valueOf: ({ items }) =>
            highest(
              items.filter(({ scope }) => scope === 'lesion').map(({ values }) => values),
              field.key,
              order,
            ),
        },
      ];
    }),
  ];
}

type Choice = Extract<FormField, { kind: 'choice' }>;
const isSingle = (field: FormField): field is Choice => field.kind === 'choice' && !field.several;

const textIn =
  ({ options }: Choice) =>
  (value: string): string =>
    options.find(({ key }) => key === value)?.text ?? value;

function orderOf({ options }: Choice): readonly string[] | null {
  const numbers = options.map(({ text }) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN));
  if (options.length < 2 || numbers.some((number) => Number.isNaN(number))) return null;
  return options
    .map(({ key }, at) => ({ key, number: numbers[at]! }))
    .toSorted((a, b) => a.number - b.number)
    .map(({ key }) => key);
}

/** Null: there are lesions, and none has the value. */
function highest(lesions: readonly FormValues[], key: string, order: readonly string[]): string | null {
  if (lesions.length === 0) return NO_LESION;
  const places = lesions.map((values) => order.indexOf(chosen(values, key) ?? '')).filter((place) => place >= 0);
  return places.length === 0 ? null : order[Math.max(...places)]!;
}
