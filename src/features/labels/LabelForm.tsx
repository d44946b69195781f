import { Button, Radio, TextInput, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Label } from '#contract/labels.ts';
import { NAMED_MARK_COLOURS } from '#model/mark-colours.ts';
import { KEPT_FROM_PANEL } from '#ui/kept-from-panel.ts';
import { Swatch } from './LabelChip.tsx';
import { leastUsed } from './label-colours.ts';
import classes from './Labels.module.css';
import { TEXTS } from './texts.ts';
import { useLabelActs } from './use-label-acts.ts';

interface LabelFormProps {
  /** Null for a new one. */
  label: Label | null;
  name: string;
  /** Those that are there. */
  labels: readonly Label[];
  /** With the label that was made, where one was. */
  onLeave: (made?: Label) => void;
}

/** Name and colour of a label, and the way to delete it. */
export function LabelForm({ label, name: first, labels, onLeave }: LabelFormProps) {
  const [name, setName] = useState(first);
  const [color, setColor] = useState(() => label?.color ?? leastUsed(labels));
  const [isAsked, setAsked] = useState(false);
  const { busy, fault, forgetFault, create, change, remove } = useLabelActs();
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
        {...KEPT_FROM_PANEL}
      />
      <Radio.Group label={TEXTS.color} value={color} onChange={setColor}>
        <div className={classes.colors}>
          {coloursFor(label).map((each) => (
            <Tooltip key={each.value} label={each.name}>
              <Radio.Card className={classes.color ?? ''} value={each.value} aria-label={each.name} {...KEPT_FROM_PANEL}>
                <Swatch color={each.value} />
              </Radio.Card>
            </Tooltip>
          ))}
        </div>
      </Radio.Group>
      <div className={classes.foot}>
        {label !== null && (
          <Button variant="outline" color="coral" size="compact-sm" onClick={() => setAsked(true)} {...KEPT_FROM_PANEL}>
            {TEXTS.remove}
          </Button>
        )}
        <span className={classes.push} />
        <Button variant="default" size="compact-sm" onClick={() => onLeave()} {...KEPT_FROM_PANEL}>
          {TEXTS.cancel}
        </Button>
        <Button type="submit" size="compact-sm" loading={busy} {...KEPT_FROM_PANEL}>
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

/** What cannot be taken back is asked for once more; the safe answer has the focus. */
function AskFirst({ label, busy, onKeep, onRemove }: AskFirstProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className={classes.view} role="alertdialog" aria-labelledby="delete-label" aria-describedby="delete-label-why">
      <p id="delete-label" className={classes.question}>
        {TEXTS.remove} <bdi>“{label.name}”</bdi>
      </p>
      <p id="delete-label-why" className={classes.note}>
        {TEXTS.removeWhy}
      </p>
      <div className={classes.foot}>
        <span className={classes.push} />
        <Button variant="outline" color="coral" size="compact-sm" loading={busy} onClick={onRemove} {...KEPT_FROM_PANEL}>
          {TEXTS.remove}
        </Button>
        <Button ref={keep} variant="default" size="compact-sm" onClick={onKeep} {...KEPT_FROM_PANEL}>
          {TEXTS.keep}
        </Button>
      </div>
    </div>
  );
}

/** Ours, and the one that it has where somebody wrote another. */
function coloursFor(label: Label | null): { name: string; value: string }[] {
  const isOurs = label === null || NAMED_MARK_COLOURS.some(({ value }) => value === label.color);
  return isOurs ? NAMED_MARK_COLOURS : [...NAMED_MARK_COLOURS, { name: label.color, value: label.color }];
}
