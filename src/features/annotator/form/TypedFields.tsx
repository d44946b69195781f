import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldOf, FormValue } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import classes from './Form.module.css';
import { FORM_TEXTS } from './form-texts.ts';

interface TypedFieldProps<Kind extends FormValue['kind']> {
  field: FieldOf<Kind>;
  value: Extract<FormValue, { kind: Kind }> | undefined;
  isReadOnly: boolean;
  describedBy: string | undefined;
  isWrong: boolean;
  onValue: (value: FormValue | null) => void;
}

/** Shown as it is typed: `8.` and `8,0` are 8. */
export function NumberField({
  field,
  value,
  isReadOnly,
  describedBy,
  isWrong,
  onValue,
  onRuler,
}: TypedFieldProps<'number'> & { onRuler?: (() => void) | undefined }) {
  const [typed, setTyped] = useState<string | null>(null);
  const isSame = typed !== null && numberOf(typed) === (value?.number ?? null);
  return (
    <TextInput
      className={classes.number ?? ''}
      size="xs"
      inputMode="decimal"
      autoComplete="off"
      aria-label={labelOf(field)}
      aria-describedby={describedBy}
      error={isWrong}
      readOnly={isReadOnly}
      data-form-stop=""
      value={isSame ? typed : value === undefined ? '' : numberToText(value.number, field.decimals)}
      onChange={(event) => {
        const text = event.currentTarget.value.replaceAll(/[^\d.,-]/g, '');
        setTyped(text);
        const number = numberOf(text);
        onValue(number === null ? null : { kind: 'number', number });
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || onRuler === undefined || isReadOnly) return;
        event.preventDefault();
        onRuler();
      }}
    />
  );
}

const labelOf = ({ label, unit }: FieldOf<'number'>): string => (unit === '' ? label : `${label}, ${unit}`);

/** With all decimals of the field; more of them stay, so that nobody takes the number for another one. */
function numberToText(number: number, decimals: number): string {
  const text = number.toFixed(decimals);
  return Number(text) === number ? text : String(number);
}

/** Null: it is no number yet. */
function numberOf(text: string): number | null {
  const number = Number.parseFloat(text.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}

export function TextField({ field, value, isReadOnly, describedBy, isWrong, onValue }: TypedFieldProps<'text'>) {
  return (
    <Textarea
      className={classes.wide ?? ''}
      size="xs"
      autosize
      minRows={1}
      maxRows={8}
      aria-label={field.label}
      aria-describedby={describedBy}
      error={isWrong}
      readOnly={isReadOnly}
      maxLength={LIMITS.formTextChars}
      data-form-stop=""
      value={value?.text ?? ''}
      onChange={(event) => onValue(event.currentTarget.value === '' ? null : { kind: 'text', text: event.currentTarget.value })}
    />
  );
}

export function DateField({ field, value, isReadOnly, describedBy, isWrong, onValue }: TypedFieldProps<'date'>) {
  return (
    <TextInput
      className={classes.date ?? ''}
      size="xs"
      type="date"
      aria-label={field.label}
      aria-describedby={describedBy}
      error={isWrong}
      readOnly={isReadOnly}
      data-form-stop=""
      value={value?.day ?? ''}
      onChange={(event) => onValue(event.currentTarget.value === '' ? null : { kind: 'date', day: event.currentTarget.value })}
    />
  );
}

interface SelectFieldProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  isReadOnly: boolean;
  describedBy: string | undefined;
  isWrong: boolean;
  onChoose: (value: string | null) => void;
}

/** For more options than digits reach: typing finds one. */
export function SelectField({ label, options, value, isReadOnly, describedBy, isWrong, onChoose }: SelectFieldProps) {
  return (
    <Select
      className={classes.wide ?? ''}
      size="xs"
      searchable
      clearable={!isReadOnly}
      allowDeselect={false}
      aria-label={label}
      aria-describedby={describedBy}
      error={isWrong}
      readOnly={isReadOnly}
      placeholder={FORM_TEXTS.choose}
      nothingFoundMessage={FORM_TEXTS.nothingFound}
      maxDropdownHeight={260}
      limit={60}
      data-form-stop=""
      data={[...options]}
      value={value}
      onChange={onChoose}
    />
  );
}

export function CodeField({ field, value, onValue, ...rest }: TypedFieldProps<'code'>) {
  const keyOf = ({ scheme, value: code }: { scheme: string; value: string }): string => `${scheme} ${code}`;
  return (
    <SelectField
      {...rest}
      label={field.label}
      options={field.codes.map((code) => ({ value: keyOf(code), label: code.meaning }))}
      value={value === undefined ? null : keyOf(value.code)}
      onChoose={(key) => {
        const code = field.codes.find((each) => keyOf(each) === key);
        onValue(code === undefined ? null : { kind: 'code', code });
      }}
    />
  );
}
