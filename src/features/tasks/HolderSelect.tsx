import { Select } from '@mantine/core';
import type { TaskHolder } from '#contract/tasks.ts';
import { holderToKey, parseHolder, TEXTS } from './texts.ts';
import { useAssignees } from './use-tasks.ts';

interface HolderSelectProps {
  value: TaskHolder | null;
  error: string | null;
  onChange: (holder: TaskHolder | null) => void;
}

/** A member or a role of the team. */
export function HolderSelect({ value, error, onChange }: HolderSelectProps) {
  const { data, isError } = useAssignees();
  return (
    <Select
      label={TEXTS.assignTo}
      searchable
      data-autofocus
      data={[
        { group: TEXTS.people, items: (data?.people ?? []).map(({ id, name }) => ({ value: holderToKey({ person: id }), label: name })) },
        { group: TEXTS.roles, items: (data?.roles ?? []).map(({ id, name }) => ({ value: holderToKey({ role: id }), label: name })) },
      ]}
      value={value === null ? null : holderToKey(value)}
      onChange={(key) => onChange(parseHolder(key))}
      error={error ?? (isError && data === undefined ? TEXTS.unknownAssignees : null)}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
