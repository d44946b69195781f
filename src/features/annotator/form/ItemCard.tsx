import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCurrentLocation, IconTrash, IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FormField, FormItem, FormValues } from '#contract/forms.ts';
import { chosen } from '#model/forms/fields.ts';
import { valueText } from '#model/forms/value-text.ts';
import classes from './Form.module.css';
import { FORM_TEXTS, ITEM_NAMES, removeItemText } from './form-texts.ts';

interface ItemCardProps {
  item: FormItem;
  fields: readonly FormField[];
  /** Of fields that are shown. */
  values: FormValues;
  isCurrent: boolean;
  isReadOnly: boolean;
  /** Series and slice; null: it has no place. */
  placeText: string | null;
  onChoose: () => void;
  onShowPlace: () => void;
  onSetPlace: () => void;
  onRemove: () => void;
  /** Its fields. */
  children: ReactNode;
}

/** A lesion, series or slice: its fields if it is the current one, else what it is in one line. */
export function ItemCard(props: ItemCardProps) {
  const { item, fields, values, isCurrent, isReadOnly, placeText, onChoose, onShowPlace, onSetPlace, onRemove, children } = props;
  const { scope, number } = item;
  const decided = fields.find((field) => field.kind === 'choice' && field.rule !== null && chosen(values, field.key) !== null);
  if (!isCurrent)
    return (
      <li>
        <UnstyledButton className={classes.closed} onClick={onChoose}>
          <b>{number}</b>
          <span className={classes.grow}>{summaryOf(fields, values) ?? placeText ?? ITEM_NAMES[scope]}</span>
          {decided && (
            <span className={classes.verdict}>
              <IconUserCheck size={15} stroke={1.5} aria-hidden />
              {`${decided.label} ${valueText(decided, values[decided.key]!)}`}
            </span>
          )}
        </UnstyledButton>
      </li>
    );
  return (
    <li className={classes.card} aria-current="true" aria-label={`${ITEM_NAMES[scope]} ${number}`}>
      <div className={classes.cardHead}>
        <b>{number}</b>
        <UnstyledButton className={classes.place} disabled={item.place?.slice == null} onClick={onShowPlace}>
          {placeText ?? FORM_TEXTS.noPlace}
        </UnstyledButton>
        {!isReadOnly && scope === 'lesion' && (
          <Tooltip label={FORM_TEXTS.setPlace}>
            <ActionIcon size={24} variant="subtle" aria-label={FORM_TEXTS.setPlace} onClick={onSetPlace}>
              <IconCurrentLocation size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {!isReadOnly && (
          <Tooltip label={FORM_TEXTS.remove}>
            <ActionIcon size={24} variant="subtle" aria-label={removeItemText(scope, number)} onClick={onRemove}>
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {children}
    </li>
  );
}

/** The first field that says where or what it is. */
function summaryOf(fields: readonly FormField[], values: FormValues): string | null {
  const field = fields.find(({ kind, key }) => (kind === 'code' || kind === 'text') && values[key] !== undefined);
  return field === undefined ? null : valueText(field, values[field.key]!);
}
