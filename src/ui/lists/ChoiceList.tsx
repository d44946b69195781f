import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import classes from './ChoiceList.module.css';

export interface Choice {
  value: string;
  label: string;
  /** Before the label: a colour, a state. */
  mark?: ReactNode;
  /** After the label, quieter. */
  note?: string;
}

interface ChoiceListProps {
  /** Name of the list. */
  label: string;
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (value: string) => void;
  /** If new ones can be made here: the words of the option. */
  create?: { text: (name: string) => string; onCreate: (name: string) => void };
  texts: { find: string; none: string; notFound: string };
}

/** One of many, by name. The search field keeps the focus; the arrow keys move through the list. */
export function ChoiceList({ label, choices, chosen, onChoose, create, texts }: ChoiceListProps) {
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
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(small));
  const isNew = create !== undefined && wanted !== '' && !choices.some((choice) => choice.label.toLowerCase() === small);

  return (
    <Combobox
      store={combobox}
      size="sm"
      onOptionSubmit={(value) => (value === CREATE ? create?.onCreate(wanted) : onChoose(value.slice(PREFIX.length)))}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={field}
          aria-label={texts.find}
          placeholder={texts.find}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={listId} className={classes.options ?? ''} aria-label={label}>
        {found.map(({ value, label: name, mark, note }) => (
          <Combobox.Option
            key={value}
            className={classes.option ?? ''}
            value={PREFIX + value}
            active={value === chosen}
            aria-selected={value === chosen}
          >
            <IconCheck className={classes.check} size={16} stroke={2} aria-hidden />
            {mark}
            <bdi className={classes.name} title={name}>
              {name}
            </bdi>
            {note !== undefined && <span className={classes.note}>{note}</span>}
          </Combobox.Option>
        ))}
        {isNew && (
          <Combobox.Option className={classes.option ?? ''} value={CREATE}>
            <IconPlus size={16} stroke={1.75} aria-hidden />
            <bdi className={classes.name}>{create.text(wanted)}</bdi>
          </Combobox.Option>
        )}
        {found.length === 0 && !isNew && (
          <Combobox.Empty role="option" aria-selected={false} aria-disabled className={classes.empty ?? ''}>
            {choices.length === 0 ? texts.none : texts.notFound}
          </Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox>
  );
}

/** Values of choices are the callers', so the option that creates must differ from all of them. */
const CREATE = 'create';
const PREFIX = 'is:';
