import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FORM_RULES, type FieldOf, type FormDefinition, type FormField } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { RULES } from '#model/forms/rules.ts';
import { codeToText, keyOf, keysOf, optionsToText, parseCode, parseOptions, type FieldAt } from './edit-form.ts';
import classes from './Forms.module.css';
import { TEXTS } from './texts.ts';

interface FieldEditorProps {
  definition: FormDefinition;
  at: FieldAt;
  /** Its key may still follow its label: nobody has saved it. */
  isNew: boolean;
  onField: (field: FormField) => void;
}

/** What can be changed of a field. Its kind and its key stay: answers name them. */
export function FieldEditor({ definition, at, isNew, onField }: FieldEditorProps) {
  const section = definition.sections[at.section]!;
  const field = section.fields[at.field]!;
  const others = keysOf(definition);
  others.delete(field.key);
  return (
    <div className={classes.editor}>
      <TextInput
        label={TEXTS.label}
        maxLength={LIMITS.formLabelChars}
        value={field.label}
        onChange={(event) => {
          const label = event.currentTarget.value;
          onField({ ...field, label, ...(isNew ? { key: keyOf(label, others) } : {}) });
        }}
      />
      <TextInput
        label={TEXTS.hint}
        maxLength={LIMITS.formHintChars}
        value={field.hint}
        onChange={(event) => onField({ ...field, hint: event.currentTarget.value })}
      />
      <Checkbox
        size="xs"
        label={TEXTS.required}
        checked={field.required}
        onChange={(event) => onField({ ...field, required: event.currentTarget.checked })}
      />
      <OwnOf field={field} onField={onField} />
      <ShownWhen {...{ definition, at, field, onField }} />
      <ParsedText
        label={TEXTS.fieldCode}
        hint={TEXTS.fieldCodeHint}
        rows={1}
        text={field.code === null ? '' : codeToText(field.code)}
        parse={(text) => {
          const code = text.trim() === '' ? null : parseCode(text);
          if (code === null && text.trim() !== '') return false;
          onField({ ...field, code });
          return true;
        }}
      />
    </div>
  );
}

function OwnOf({ field, onField }: { field: FormField; onField: (field: FormField) => void }) {
  switch (field.kind) {
    case 'choice':
      return (
        <>
          <ParsedText
            label={TEXTS.options}
            hint={TEXTS.optionsHint}
            rows={3}
            text={optionsToText(field.options)}
            parse={(text) => {
              const options = parseOptions(text, field);
              if (options !== null && options.length > 0) onField({ ...field, options });
              return options !== null && options.length > 0;
            }}
          />
          <Checkbox
            size="xs"
            label={TEXTS.several}
            checked={field.several}
            onChange={(event) => onField({ ...field, several: event.currentTarget.checked })}
          />
          <NativeSelect
            label={TEXTS.rule}
            data={[{ value: '', label: TEXTS.noRule }, ...FORM_RULES.map((rule) => ({ value: rule, label: RULES[rule].name }))]}
            value={field.rule ?? ''}
            onChange={(event) => onField({ ...field, rule: FORM_RULES.find((rule) => rule === event.currentTarget.value) ?? null })}
          />
        </>
      );
    case 'number':
      return <NumberParts field={field} onField={onField} />;
    case 'code':
      return (
        <ParsedText
          label={TEXTS.codes}
          hint={TEXTS.codesHint}
          rows={3}
          text={field.codes.map(codeToText).join('\n')}
          parse={(text) => {
            const codes = text
              .split('\n')
              .filter((line) => line.trim() !== '')
              .map(parseCode);
            const whole = codes.filter((code) => code !== null);
            if (whole.length < codes.length || whole.length === 0) return false;
            onField({ ...field, codes: whole });
            return true;
          }}
        />
      );
    default:
      return null;
  }
}

function NumberParts({ field, onField }: { field: FieldOf<'number'>; onField: (field: FormField) => void }) {
  const numberOf = (text: string): number | null => (text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text));
  return (
    <div className={classes.numbers}>
      <TextInput
        label={TEXTS.unit}
        maxLength={16}
        value={field.unit}
        onChange={(event) => onField({ ...field, unit: event.currentTarget.value })}
      />
      <TextInput
        type="number"
        label={TEXTS.min}
        value={field.min ?? ''}
        onChange={(event) => onField({ ...field, min: numberOf(event.currentTarget.value) })}
      />
      <TextInput
        type="number"
        label={TEXTS.max}
        value={field.max ?? ''}
        onChange={(event) => onField({ ...field, max: numberOf(event.currentTarget.value) })}
      />
      <NativeSelect
        label={TEXTS.decimals}
        data={['0', '1', '2', '3', '4', '5', '6']}
        value={String(field.decimals)}
        onChange={(event) => onField({ ...field, decimals: Number(event.currentTarget.value) })}
      />
    </div>
  );
}

/** Options of the fields before it, of the same kind of section or of the study. */
function ShownWhen({ definition, at, field, onField }: Pick<FieldEditorProps, 'definition' | 'at' | 'onField'> & { field: FormField }) {
  const { scope } = definition.sections[at.section]!;
  const before = definition.sections
    .slice(0, at.section + 1)
    .flatMap((section, index) =>
      section.scope === scope || section.scope === 'study' ? section.fields.slice(0, index === at.section ? at.field : undefined) : [],
    );
  const options = before.flatMap((each) =>
    each.kind === 'choice' ? each.options.map(({ key, text }) => ({ value: `${each.key} ${key}`, label: `${each.label}: ${text}` })) : [],
  );
  if (options.length === 0 && field.shownWhen === null) return null;
  return (
    <NativeSelect
      label={TEXTS.shownWhen}
      data={[{ value: '', label: TEXTS.always }, ...options]}
      value={field.shownWhen === null ? '' : `${field.shownWhen.field} ${field.shownWhen.option}`}
      onChange={(event) => {
        const [of = '', option] = event.currentTarget.value.split(' ');
        onField({ ...field, shownWhen: option === undefined ? null : { field: of, option } });
      }}
    />
  );
}

interface ParsedTextProps {
  label: string;
  hint: string;
  rows: number;
  text: string;
  /** Whether it could be read. */
  parse: (text: string) => boolean;
}

/** What is typed stays as it is while it cannot be read, and the field keeps what was read last. */
function ParsedText({ label, hint, rows, text, parse }: ParsedTextProps) {
  const [typed, setTyped] = useState(text);
  const [isWrong, setWrong] = useState(false);
  return (
    <Textarea
      label={label}
      description={hint}
      autosize
      minRows={rows}
      maxRows={12}
      value={typed}
      error={isWrong && TEXTS.badCode}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setWrong(!parse(event.currentTarget.value));
      }}
    />
  );
}
