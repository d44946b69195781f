import { ActionIcon, Button, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronLeft, IconPlus, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ChoiceList } from './ChoiceList.tsx';
import { valueText, type FilterField } from './filter-field.ts';
import classes from './FilterChips.module.css';
import { LIST_TEXTS, removeFilterText } from './list-texts.ts';

interface FilterChipsProps {
  fields: readonly FilterField[];
  /** Null if nothing is filtered. */
  onClear: (() => void) | null;
  /** At the end of the line. */
  end?: ReactNode;
}

/** A chip for each filter that is on, a menu of the others, and a button that clears all (design.md §18). */
export function FilterChips({ fields, onClear, end }: FilterChipsProps) {
  return (
    <div className={classes.line} role="group" aria-label={LIST_TEXTS.filters}>
      {fields
        .filter(({ value }) => value !== null)
        .map((field) => (
          <FilterChip key={field.key} field={field} />
        ))}
      <AddFilter fields={fields.filter(({ kind, value }) => kind !== 'link' && value === null)} />
      {onClear !== null && (
        <Button variant="subtle" onClick={onClear}>
          {LIST_TEXTS.clearFilters}
        </Button>
      )}
      {end !== undefined && <div className={classes.end}>{end}</div>}
    </div>
  );
}

function FilterChip({ field }: { field: FilterField }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const words = valueText(field);
  const mark = field.choices?.find(({ value }) => value === field.value)?.mark;
  const content = (
    <>
      <span className={classes.field}>{field.label}</span>
      {words !== '' && (
        <span className={classes.value}>
          {mark}
          <bdi>{words}</bdi>
        </span>
      )}
    </>
  );
  return (
    <span className={classes.chip} data-filter={field.key}>
      {field.kind === 'link' ? (
        <span className={classes.words}>{content}</span>
      ) : (
        <Popover opened={isOpen} onChange={(opened) => !opened && close()} position="bottom-start" width={300} trapFocus returnFocus>
          <Popover.Target>
            <UnstyledButton className={classes.words ?? ''} onClick={toggle}>
              {content}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={classes.dropdown ?? ''}>
            <FieldEditor field={field} onDone={close} />
          </Popover.Dropdown>
        </Popover>
      )}
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={removeFilterText([field.label, words].filter(Boolean).join(' '))}
        onClick={() => field.onChange(null)}
      >
        <IconX size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </span>
  );
}

function AddFilter({ fields }: { fields: readonly FilterField[] }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [key, setKey] = useState<string | null>(null);
  const field = fields.find((each) => each.key === key);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      onExitTransitionEnd={() => setKey(null)}
      position="bottom-start"
      width={300}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          disabled={fields.length === 0}
          onClick={() => {
            setKey(null);
            toggle();
          }}
        >
          {LIST_TEXTS.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        {field === undefined ? (
          <ul className={classes.fields} aria-label={LIST_TEXTS.filters}>
            {fields.map(({ key: own, label }, index) => (
              <li key={own}>
                <UnstyledButton
                  className={classes.choose ?? ''}
                  {...(index === 0 ? { 'data-autofocus': true } : {})}
                  onClick={() => setKey(own)}
                >
                  {label}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        ) : (
          <>
            <UnstyledButton className={classes.back ?? ''} onClick={() => setKey(null)}>
              <IconChevronLeft size={16} stroke={1.5} aria-hidden />
              {field.label}
            </UnstyledButton>
            <FieldEditor field={field} onDone={close} />
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function FieldEditor({ field, onDone }: { field: FilterField; onDone: () => void }) {
  const choose = (value: string | null) => {
    onDone();
    field.onChange(value);
  };
  if (field.kind === 'date') return <DateField field={field} onChoose={choose} />;
  return (
    <div className={classes.editor}>
      <ChoiceList
        label={field.label}
        choices={field.choices ?? []}
        chosen={field.value}
        onChoose={choose}
        texts={{ find: LIST_TEXTS.find, none: LIST_TEXTS.nothingToChoose, notFound: LIST_TEXTS.notFound }}
      />
    </div>
  );
}

function DateField({ field, onChoose }: { field: FilterField; onChoose: (value: string | null) => void }) {
  const [date, setDate] = useState(field.value ?? '');
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(date === '' ? null : date);
      }}
    >
      <TextInput
        type="date"
        label={field.label}
        value={date}
        max="9999-12-31"
        data-autofocus
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {LIST_TEXTS.apply}
      </Button>
    </form>
  );
}
