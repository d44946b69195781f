import { Select } from '@mantine/core';
import type { TaskHolder } from '#contract/tasks.ts';
import { holderToKey, parseHolder, TEXTS } from './texts.ts';
import { useAssignees } from './use-tasks.ts';

interface HolderSelectProps {
  label?: string;
  description?: string;
  /** Nobody may be chosen. */
  placeholder?: string;
  /** Its list stays within the dialog. */
  isInDialog?: boolean;
  value: TaskHolder | null;
  error: string | null;
  onChange: (holder: TaskHolder | null) => void;
}

/** A member or a role of the team. */
export function HolderSelect({
  label = TEXTS.assignTo,
  description,
  placeholder,
  isInDialog = true,
  value,
  error,
  onChange,
}: HolderSelectProps) {
  const { data, isError } = useAssignees();
  return (
    <Select
      label={label}
      description={description}
      searchable
      {...(placeholder === undefined ? { 'data-autofocus': true } : { placeholder, clearable: true })}
      data={[
        { group: TEXTS.people, items: (data?.people ?? []).map(({ id, name }) => ({ value: holderToKey({ person: id }), label: name })) },
        { group: TEXTS.roles, items: (data?.roles ?? []).map(({ id, name }) => ({ value: holderToKey({ role: id }), label: name })) },
      ]}
      value={value === null ? null : holderToKey(value)}
      onChange={(key) => onChange(parseHolder(key))}
      error={error ?? (isError && data === undefined ? TEXTS.unknownAssignees : null)}
      comboboxProps={{ withinPortal: !isInDialog }}
    />
  );
}
