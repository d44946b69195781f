import type { Choice } from './ChoiceList.tsx';

/** A filter of a list. `null`: it is off. */
export interface FilterField {
  key: string;
  label: string;
  value: string | null;
  /** `date` is written YYYY-MM-DD. A `link` can only be removed here, because it comes from another page. */
  kind: 'choice' | 'date' | 'link';
  /** Empty while loading. */
  choices?: readonly Choice[];
  onChange: (value: string | null) => void;
}

/** The value as a chip shows it. */
export function valueText({ kind, value, choices = [] }: FilterField): string {
  if (value === null || kind === 'link') return '';
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
