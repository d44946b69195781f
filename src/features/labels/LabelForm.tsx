import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Label } from '#contract/labels.ts';
import { NAMED_MARK_COLOURS } from '#model/mark-colours.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { SwatchField } from '#ui/Swatch.tsx';
import { leastUsed } from './label-colours.ts';
import classes from './Labels.module.css';
import { removeTitle, TEXTS } from './texts.ts';
import { useLabelActions } from './use-label-actions.ts';

interface LabelFormProps {
  /** Null for a new one. */
  label: Label | null;
  name: string;
  /** The existing labels. */
  labels: readonly Label[];
  /** With the new label, if one was created. */
  onLeave: (made?: Label) => void;
}

/** Name and colour of a label, and the way to delete it. */
export function LabelForm({ label, name: first, labels, onLeave }: LabelFormProps) {
  const [name, setName] = useState(first);
  const [color, setColor] = useState(() => label?.color ?? leastUsed(labels));
  const [isAsked, setAsked] = useState(false);
  const { busy, fault, forgetFault, create, change, remove } = useLabelActions();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  async function save(event: FormEvent) {
    event.preventDefault();
    const values = { name: name.trim(), color };
    if (values.name === '') return field.current?.focus();
    if (label === null) {
      const made = await create(values);
      if (made !== undefined) onLeave(made);
    } else if (await change(label, values)) onLeave();
    field.current?.focus();
  }

  async function removeIt(removed: Label) {
    if (await remove(removed)) onLeave();
    else setAsked(false);
  }

  if (label !== null && isAsked)
    return <AskFirst label={label} busy={busy} onKeep={() => setAsked(false)} onRemove={() => void removeIt(label)} />;
  return (
    <form className={classes.view} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        ref={field}
        label={TEXTS.name}
        maxLength={64}
        value={name}
        error={fault ?? (name.trim() === '' && name !== first ? TEXTS.noName : null)}
        onChange={(event) => {
          setName(event.currentTarget.value);
          forgetFault();
        }}
        {...STOP_ESCAPE}
      />
      <SwatchField label={TEXTS.color} colours={NAMED_MARK_COLOURS} value={color} onChange={setColor} card={STOP_ESCAPE} />
      <div className={classes.foot}>
        {label !== null && (
          <Button variant="outline" color="coral" size="compact-sm" onClick={() => setAsked(true)} {...STOP_ESCAPE}>
            {TEXTS.remove}
          </Button>
        )}
        <span className={classes.push} />
        <Button variant="default" size="compact-sm" onClick={() => onLeave()} {...STOP_ESCAPE}>
          {TEXTS.cancel}
        </Button>
        <Button type="submit" size="compact-sm" loading={busy} {...STOP_ESCAPE}>
          {label === null ? TEXTS.create : TEXTS.save}
        </Button>
      </div>
    </form>
  );
}

interface AskFirstProps {
  label: Label;
  busy: boolean;
  onKeep: () => void;
  onRemove: () => void;
}

/** Asks for confirmation, because deleting cannot be undone; the safe answer has the focus. */
function AskFirst({ label, busy, onKeep, onRemove }: AskFirstProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className={classes.view} role="alertdialog" aria-labelledby="delete-label" aria-describedby="delete-label-why">
      <p id="delete-label" className={classes.question}>
        {removeTitle(label.name)}
      </p>
      <p id="delete-label-why" className={classes.note}>
        {TEXTS.removeWhy}
      </p>
      <div className={classes.foot}>
        <span className={classes.push} />
        <Button variant="outline" color="coral" size="compact-sm" loading={busy} onClick={onRemove} {...STOP_ESCAPE}>
          {TEXTS.remove}
        </Button>
        <Button ref={keep} variant="default" size="compact-sm" onClick={onKeep} {...STOP_ESCAPE}>
          {TEXTS.keep}
        </Button>
      </div>
    </div>
  );
}
