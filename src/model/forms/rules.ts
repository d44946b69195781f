import type { FieldOf, FormField, FormRuleName, FormValues } from '#contract/forms.ts';
import { t } from '#language/t.ts';
import { chosen } from './fields.ts';
import { piradsCategory, type PiradsInput } from './pirads.ts';

interface Rule {
  /** What it is called beside a suggestion. */
  name: string;
  /** Fields of the same section that it reads, with the options that they have. */
  inputs: Record<string, readonly string[]>;
  /** Options that it suggests. */
  outputs: readonly string[];
  /** The key of an option; null: it suggests nothing. */
  suggest(values: FormValues): string | null;
}

const GRADES = ['1', '2', '3', '4', '5'];

export const RULES: Record<FormRuleName, Rule> = {
  'pirads-2.1': {
    name: 'PI-RADS v2.1',
    inputs: { zone: ['pz', 'tz'], t2w: GRADES, dwi: GRADES, dce: ['no', 'yes', 'none'] },
    outputs: GRADES,
    suggest(values) {
      const grade = (key: string): number | null => {
        const option = chosen(values, key);
        return option === null ? null : Number(option);
      };
      const category = piradsCategory({
        zone: chosen(values, 'zone') as PiradsInput['zone'],
        ...{ t2w: grade('t2w'), dwi: grade('dwi') },
        dce: chosen(values, 'dce') as PiradsInput['dce'],
      });
      return category === null ? null : String(category);
    },
  },
};

/** What the rule of a field suggests; null: it has none, or what decides is not known. Only fields that are shown count. */
export function suggestion(field: FormField, values: FormValues): string | null {
  return field.kind === 'choice' && field.rule !== null ? RULES[field.rule].suggest(values) : null;
}

/** Why a rule cannot work in a section; null: it can. */
export function whyNoRule(field: FieldOf<'choice'>, section: readonly FormField[]): string | null {
  if (field.rule === null) return null;
  const { inputs, outputs, name } = RULES[field.rule];
  if (field.several || !sameOptions(field, outputs))
    return t('{name} suggests one of the options {options}.', { name, options: outputs.join(', ') });
  for (const [key, options] of Object.entries(inputs)) {
    const input = section.find((each) => each.key === key);
    if (input?.kind !== 'choice' || input.several || !sameOptions(input, options))
      return t('{name} needs the field “{key}” with the options {options} in the same section.', {
        name,
        key,
        options: options.join(', '),
      });
  }
  return null;
}

function sameOptions({ options }: FieldOf<'choice'>, keys: readonly string[]): boolean {
  return options.length === keys.length && options.every(({ key }) => keys.includes(key));
}
