import { Select } from '@mantine/core';

interface ChoiceFieldProps {
  label: string;
  of: readonly { id: number; name: string }[];
  /** 0: nothing is chosen yet. */
  value: number;
  onChange: (id: number) => void;
}

/** One of the things of the team that have an id and a name. */
export function ChoiceField({ label, of, value, onChange }: ChoiceFieldProps) {
  return (
    <Select
      label={label}
      searchable
      data={of.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={of.some(({ id }) => id === value) ? String(value) : null}
      onChange={(id) => id !== null && onChange(Number(id))}
    />
  );
}
