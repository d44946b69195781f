import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { LesionContent, LesionKind } from '#contract/lesions.ts';
import { LESION_KINDS } from '#contract/lesions.ts';
import { LIMITS } from '#contract/limits.ts';
import { FOLLOW_UP_TEXTS, KIND_TEXTS } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';

/** Suggested beside what somebody types. Stored, and compared between lesions: in one language. */
const ORGANS = ['Adrenal gland', 'Bone', 'Brain', 'Kidney', 'Liver', 'Lung', 'Ovary', 'Pancreas', 'Peritoneum', 'Pleura', 'Skin', 'Spleen'];

interface LesionFieldsProps {
  content: LesionContent;
  /** While somebody types: nothing is stored. */
  onEdit: (more: Partial<LesionContent>) => void;
  /** To be stored. */
  onChange: (more: Partial<LesionContent>) => void;
}

/** What a lesion is, in all studies. */
export function LesionFields({ content, onEdit, onChange }: LesionFieldsProps) {
  const organs = useId();
  const { title, kind, organ, node } = content;
  return (
    <>
      <TextInput
        size="xs"
        label={FOLLOW_UP_TEXTS.title}
        maxLength={LIMITS.lesionTitleChars}
        value={title}
        onChange={({ currentTarget }) => onEdit({ title: currentTarget.value })}
        onBlur={() => onChange({ title })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
      <div className={classes.pair}>
        <NativeSelect
          size="xs"
          label={FOLLOW_UP_TEXTS.kind}
          value={kind}
          data={LESION_KINDS.map((value) => ({ value, label: KIND_TEXTS[value] }))}
          onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as LesionKind })}
        />
        <TextInput
          size="xs"
          label={FOLLOW_UP_TEXTS.organ}
          maxLength={LIMITS.lesionOrganChars}
          list={organs}
          value={organ}
          onChange={({ currentTarget }) => onEdit({ organ: currentTarget.value })}
          onBlur={() => onChange({ organ: organ.trim() })}
        />
        <datalist id={organs}>
          {ORGANS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      </div>
      <Checkbox
        size="xs"
        label={FOLLOW_UP_TEXTS.node}
        checked={node}
        onChange={({ currentTarget }) => onChange({ node: currentTarget.checked })}
      />
    </>
  );
}
