import { Button, UnstyledButton } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import type { FormField, FormValue, FormValues } from '#contract/forms.ts';
import { chosen } from '#model/forms/fields.ts';
import { suggestion } from '#model/forms/rules.ts';
import { isEmpty, whyWrong } from '#model/forms/validate.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import classes from './Form.module.css';
import { fieldId, focusField } from './form-keys.ts';
import { FORM_TEXTS, ruleSaysText, rulerText } from './form-texts.ts';
import type { Ruler } from './rulers.ts';
import { RulerMenu } from './RulerMenu.tsx';
import { CodeField, DateField, NumberField, SelectField, TextField } from './TypedFields.tsx';

export interface FieldRowProps {
  field: FormField;
  /** UUID of the lesion, series or slice; null: the study. */
  item: string | null;
  /** Of its section, as far as they are shown. */
  values: FormValues;
  /** UUID of the measurement that its number was taken from. */
  source: string | null;
  /** Lengths of the study that a number can be taken from, in its unit. */
  rulers: readonly Ruler[];
  isReadOnly: boolean;
  /** Somebody asked to complete the answer: what is missing is said. */
  isAsked: boolean;
  onValue: (value: FormValue | null, source?: string) => void;
}

/** One field: its label, the control, and below it what is wrong. */
export function FieldRow(props: FieldRowProps) {
  const { field, item, values, isAsked } = props;
  const noteId = useId();
  const [isLeft, setLeft] = useState(false);
  const value = values[field.key];
  const wrong = isEmpty(value)
    ? field.required && isAsked
      ? FORM_TEXTS.needed
      : null
    : isLeft || isAsked || field.kind !== 'number'
      ? whyWrong(field, value!)
      : null;
  const note = wrong ?? (field.hint === '' ? null : field.hint);
  return (
    <div
      className={classes.field}
      data-form-field={fieldId({ item, field: field.key })}
      data-wide={isWide(field) || undefined}
      onBlur={() => setLeft(true)}
      onFocus={() => setLeft(false)}
    >
      <Control {...props} describedBy={note === null ? undefined : noteId} isWrong={wrong !== null} />
      {note !== null && (
        <p id={noteId} className={classes.note} data-wrong={wrong !== null || undefined}>
          {note}
        </p>
      )}
    </div>
  );
}

type ControlProps = FieldRowProps & { describedBy: string | undefined; isWrong: boolean };

function Control(props: ControlProps) {
  const { field, values, source, rulers, isReadOnly, describedBy, isWrong, onValue } = props;
  const value = values[field.key];
  const common = { isReadOnly, describedBy, isWrong, onValue };
  switch (field.kind) {
    case 'choice':
      return <ChoiceField {...props} field={field} />;
    case 'number': {
      const taken = rulers.find(({ uuid }) => uuid === source) ?? null;
      const take = (ruler: Ruler) => onValue({ kind: 'number', number: ruler.value }, ruler.uuid);
      const [first] = rulers;
      return (
        <>
          <Label field={field} unit={field.unit} />
          {source !== null && taken === null && <span className={classes.from}>{rulerText(null)}</span>}
          {rulers.length > 0 && !isReadOnly && (
            <RulerMenu rulers={rulers} taken={taken} value={value?.kind === 'number' ? value.number : null} onTake={take} />
          )}
          <NumberField
            {...common}
            field={field}
            value={value?.kind === 'number' ? value : undefined}
            onRuler={first === undefined ? undefined : () => take(first)}
          />
        </>
      );
    }
    case 'text':
      return (
        <>
          <Label field={field} />
          <TextField {...common} field={field} value={value?.kind === 'text' ? value : undefined} />
        </>
      );
    case 'date':
      return (
        <>
          <Label field={field} />
          <DateField {...common} field={field} value={value?.kind === 'date' ? value : undefined} />
        </>
      );
    case 'code':
      return (
        <>
          <Label field={field} />
          <CodeField {...common} field={field} value={value?.kind === 'code' ? value : undefined} />
        </>
      );
  }
}

function Label({ field, unit = '' }: { field: FormField; unit?: string }) {
  return (
    <span className={classes.label} data-optional={!field.required || undefined} aria-hidden>
      {unit === '' ? field.label : `${field.label}, ${unit}`}
    </span>
  );
}

function ChoiceField({
  field,
  item,
  values,
  isReadOnly,
  describedBy,
  isWrong,
  onValue,
}: ControlProps & { field: Extract<FormField, { kind: 'choice' }> }) {
  const [isChanging, setChanging] = useState(false);
  const value = values[field.key];
  const keys = value?.kind === 'choice' ? value.options : [];
  // The control that had the focus may be gone then.
  const focusAgain = () => setTimeout(() => focusField(document.body, fieldId({ item, field: field.key })), 0);
  const choose = (options: string[]): void => {
    setChanging(false);
    onValue(options.length === 0 ? null : { kind: 'choice', options });
  };
  const suggested = suggestion(field, values);
  const textOf = (key: string): string => field.options.find((option) => option.key === key)?.text ?? key;
  if (suggested !== null && keys.length === 0 && !isChanging && !isReadOnly) {
    const onKey = (event: KeyboardEvent): void => {
      const option = /^[1-9]$/.test(event.key) ? field.options[Number(event.key) - 1] : undefined;
      if (option === undefined && event.key.toLowerCase() !== 'y') return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose([option?.key ?? suggested]);
      focusAgain();
    };
    return (
      <div className={classes.suggestion} role="group" aria-label={field.label}>
        <b>{`${field.label} ${textOf(suggested)}`}</b>
        <span className={classes.from}>{FORM_TEXTS.byRule}</span>
        <UnstyledButton
          className={classes.quiet}
          onClick={() => {
            setChanging(true);
            focusAgain();
          }}
          onKeyDown={onKey}
        >
          {FORM_TEXTS.change}
        </UnstyledButton>
        <Button
          size="compact-sm"
          variant="default"
          data-form-stop=""
          aria-keyshortcuts="Y"
          onClick={() => {
            choose([suggested]);
            focusAgain();
          }}
          onKeyDown={onKey}
        >
          {FORM_TEXTS.confirm}
        </Button>
      </div>
    );
  }
  const isDecided = field.rule !== null && chosen(values, field.key) !== null;
  return (
    <>
      <Label field={field} />
      {isDecided && <IconUserCheck className={classes.decided} size={15} stroke={1.5} aria-hidden />}
      {suggested !== null && isDecided && suggested !== keys[0] && <span className={classes.from}>{ruleSaysText(textOf(suggested))}</span>}
      {field.options.length > MOST_BUTTONS && !field.several ? (
        <SelectField
          {...{ isReadOnly, describedBy, isWrong }}
          label={field.label}
          options={field.options.map(({ key, text }) => ({ value: key, label: text }))}
          value={keys[0] ?? null}
          onChoose={(key) => choose(key === null ? [] : [key])}
        />
      ) : (
        <ChoiceGroup
          {...{ isReadOnly, describedBy }}
          label={field.label}
          options={field.options}
          chosen={keys}
          several={field.several}
          onChoose={choose}
        />
      )}
    </>
  );
}

/** As many as there are digits. */
const MOST_BUTTONS = 9;
/** Letters of all options that fit beside a label. */
const SHORT = 14;

function isWide(field: FormField): boolean {
  if (field.kind === 'text' || field.kind === 'code') return true;
  if (field.kind !== 'choice') return false;
  return field.options.length > MOST_BUTTONS || field.options.reduce((sum, { text }) => sum + text.length + 1, 0) > SHORT;
}
