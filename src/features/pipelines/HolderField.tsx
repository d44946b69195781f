import { Select } from '@mantine/core';
import type { PipelineChoices } from '#contract/pipelines.ts';
import type { TaskHolder } from '#contract/tasks.ts';
import { translated } from '#language/t.ts';
import { TEXTS } from './texts.ts';

type To = TaskHolder | 'uploader';

interface HolderFieldProps {
  label: string;
  choices: PipelineChoices;
  /** Whoever uploaded the study can be chosen. */
  withUploader?: boolean;
  value: To | null;
  onChange: (to: To) => void;
}

/** A member or a role of the team. */
export function HolderField({ label, choices: { people, roles }, withUploader = false, value, onChange }: HolderFieldProps) {
  return (
    <Select
      label={label}
      searchable
      data={[
        ...(withUploader ? [{ value: 'uploader', label: TEXTS.uploader }] : []),
        { group: TEXTS.people, items: people.map(({ id, name }) => ({ value: `person ${id}`, label: name })) },
        { group: TEXTS.roles, items: roles.map(({ id, name }) => ({ value: `role ${id}`, label: translated(name) })) },
      ]}
      value={value === null ? null : keyOf(value)}
      onChange={(key) => key !== null && onChange(parseKey(key))}
    />
  );
}

const keyOf = (to: To): string => (to === 'uploader' ? to : 'person' in to ? `person ${to.person}` : `role ${to.role}`);

function parseKey(key: string): To {
  const [kind, id] = key.split(' ');
  if (kind === 'person') return { person: Number(id) };
  return kind === 'role' ? { role: Number(id) } : 'uploader';
}
