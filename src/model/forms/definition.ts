import type { FormDefinition, FormField, FormScope } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { t } from '#language/t.ts';
import { whyNoRule } from './rules.ts';

/** `field`: its key; null: the form as a whole. */
export interface DefinitionProblem {
  field: string | null;
  why: string;
}

/** What is wrong in a form whose parts are each as the contract wants them. Empty: it can be answered. */
export function definitionProblems({ sections }: FormDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const before: { scope: FormScope; field: FormField }[] = [];
  for (const { scope, fields } of sections)
    for (const field of fields) {
      const say = (why: string) => problems.push({ field: field.key, why });
      if (before.some((each) => each.field.key === field.key)) say(t('Another field has this key.'));
      const { shownWhen } = field;
      const asked =
        shownWhen && before.find((each) => each.field.key === shownWhen.field && (each.scope === scope || each.scope === 'study'));
      if (shownWhen !== null && !hasOption(asked?.field, shownWhen.option))
        say(t('It is shown by an option of a field that comes before it, in the same kind of section or one of the study.'));
      for (const why of ownProblems(field, fields)) say(why);
      before.push({ scope, field });
    }
  if (before.length > LIMITS.formFields)
    problems.push({ field: null, why: t('A form has at most {most} fields.', { most: LIMITS.formFields }) });
  return problems;
}

const hasOption = (field: FormField | undefined, option: string): boolean =>
  field?.kind === 'choice' && field.options.some(({ key }) => key === option);

function ownProblems(field: FormField, section: readonly FormField[]): string[] {
  switch (field.kind) {
    case 'choice': {
      const isTwice = new Set(field.options.map(({ key }) => key)).size < field.options.length;
      return [isTwice ? t('Two options have the same key.') : null, whyNoRule(field, section)].filter((why) => why !== null);
    }
    case 'number':
      return field.min !== null && field.max !== null && field.min > field.max ? [t('The lowest number is greater than the highest.')] : [];
    case 'code':
      return new Set(field.codes.map(({ scheme, value }) => `${scheme} ${value}`)).size < field.codes.length
        ? [t('A code is listed twice.')]
        : [];
    default:
      return [];
  }
}
