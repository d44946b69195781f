import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Label } from '#contract/labels.ts';
import { Swatch } from '#ui/Swatch.tsx';
import classes from './Labels.module.css';
import { createText, TEXTS } from './texts.ts';

interface LabelListProps {
  labels: readonly Label[];
  chosen: ReadonlySet<number>;
  /** Whether several can be chosen. */
  several: boolean;
  onChoose: (label: Label) => void;
  /** Null if labels cannot be created here. */
  onCreate: ((name: string) => void) | null;
}

/** Labels by name, with a search field. The field keeps the focus; the arrow keys move through the list. */
export function LabelList({ labels, chosen, several, onChoose, onCreate }: LabelListProps) {
  const [search, setSearch] = useState('');
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ opened: true });
  const { resetSelectedOption } = combobox;
  useEffect(() => {
    // On touch devices a keyboard would cover the list.
    if (!window.matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, []);
  // The field refers to its list only once the list exists.
  const [, setListed] = useState(false);
  useEffect(() => setListed(true), []);
  useEffect(resetSelectedOption, [search, resetSelectedOption]);

  const wanted = search.trim();
  const small = wanted.toLowerCase();
  const found = labels.filter(({ name }) => name.toLowerCase().includes(small));
  const isNew = wanted !== '' && !labels.some(({ name }) => name.toLowerCase() === small);

  function submit(value: string): void {
    if (value === CREATE) return onCreate?.(wanted);
    const label = labels.find(({ label_id }) => String(label_id) === value);
    if (label !== undefined) onChoose(label);
  }

  const hint = onCreate === null ? TEXTS.findOnly : TEXTS.find;
  return (
    <Combobox store={combobox} onOptionSubmit={submit} size="sm">
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={field}
          aria-label={hint}
          placeholder={hint}
          maxLength={64}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={listId} className={classes.options ?? ''} aria-label={TEXTS.labels} aria-multiselectable={several}>
        {found.map((label) => (
          <Combobox.Option
            key={label.label_id}
            className={classes.option ?? ''}
            value={String(label.label_id)}
            active={chosen.has(label.label_id)}
            aria-selected={chosen.has(label.label_id)}
          >
            <IconCheck className={classes.check} size={16} stroke={2} aria-hidden />
            <Swatch color={label.color} />
            <bdi className={classes.name} title={label.name}>
              {label.name}
            </bdi>
          </Combobox.Option>
        ))}
        {isNew && onCreate !== null && (
          <Combobox.Option className={classes.option ?? ''} value={CREATE} data-create>
            <IconPlus size={16} stroke={1.75} aria-hidden />
            <bdi className={classes.name}>{createText(wanted)}</bdi>
          </Combobox.Option>
        )}
        {found.length === 0 && (!isNew || onCreate === null) && (
          <Combobox.Empty role="option" aria-selected={false} aria-disabled className={classes.empty ?? ''}>
            {labels.length === 0 ? TEXTS.none : TEXTS.notFound}
          </Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox>
  );
}

const CREATE = 'create';
