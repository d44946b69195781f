import type { FormDefinition, FormField, FormScope, FormValues } from '#contract/forms.ts';

/** Fields of a scope in the order of the form. */
export function fieldsOf({ sections }: FormDefinition, scope: FormScope): FormField[] {
  return sections.flatMap((section) => (section.scope === scope ? section.fields : []));
}

/** A condition looks at values of the same scope, or at those of the study. */
export function isShown({ shownWhen }: Pick<FormField, 'shownWhen'>, values: FormValues, ofStudy: FormValues): boolean {
  if (shownWhen === null) return true;
  const value = values[shownWhen.field] ?? ofStudy[shownWhen.field];
  return value?.kind === 'choice' && value.options.includes(shownWhen.option);
}

/** The option that was chosen; null: none, or several. */
export function chosen(values: FormValues, key: string): string | null {
  const value = values[key];
  return value?.kind === 'choice' && value.options.length === 1 ? value.options[0]! : null;
}

/** Without those of fields that are not shown now: what was answered there is kept, and says nothing. */
export function shownValues(fields: readonly FormField[], values: FormValues, ofStudy: FormValues): FormValues {
  const shown = fields.filter((field) => field.key in values && isShown(field, values, ofStudy));
  return Object.fromEntries(shown.map(({ key }) => [key, values[key]!]));
}
