import type { FormField, FormValue } from '#contract/forms.ts';

/** What a person reads; numbers without their unit. */
export function valueText(field: FormField, value: FormValue): string {
  switch (value.kind) {
    case 'choice': {
      const options = field.kind === 'choice' ? field.options : [];
      return value.options.map((key) => options.find((option) => option.key === key)?.text ?? key).join(', ');
    }
    case 'number':
      return String(value.number);
    case 'text':
      return value.text;
    case 'date':
      return value.day;
    case 'code':
      return value.code.meaning;
  }
}
