import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { withSegment, type SegmentDraft } from './model-draft.ts';
import classes from './Models.module.css';
import { removeSegmentText, TEXTS } from './texts.ts';

interface SegmentsFieldProps {
  segments: readonly SegmentDraft[];
  error: string | undefined;
  disabled: boolean;
  onChange: (change: (segments: readonly SegmentDraft[]) => SegmentDraft[]) => void;
}

/** What the model outlines: titles, with their values in its output. */
export function SegmentsField({ segments, error, disabled, onChange }: SegmentsFieldProps) {
  const [title, note] = [useId(), useId()];
  const change = (key: number, more: Partial<SegmentDraft>) =>
    onChange((before) => before.map((segment) => (segment.key === key ? { ...segment, ...more } : segment)));
  return (
    <section className={classes.segments} aria-labelledby={title} aria-describedby={note}>
      <h2 id={title} className={classes.fieldTitle}>
        {TEXTS.segments}
      </h2>
      <p id={note} className={classes.note}>
        {TEXTS.segmentsNote}
      </p>
      {segments.map(({ key, title: name, value }, at) => (
        <div key={key} className={classes.segment}>
          <TextInput
            {...(at === 0 ? { 'data-field': 'segments' } : {})}
            label={TEXTS.segmentTitle}
            value={name}
            disabled={disabled}
            onChange={({ currentTarget }) => change(key, { title: currentTarget.value })}
            maxLength={100}
            autoComplete="off"
          />
          <TextInput
            label={TEXTS.segmentValue}
            value={value}
            disabled={disabled}
            inputMode="numeric"
            maxLength={3}
            onChange={({ currentTarget }) => change(key, { value: currentTarget.value })}
            autoComplete="off"
          />
          {!disabled && (
            <Tooltip label={removeSegmentText(name)}>
              <ActionIcon
                aria-label={removeSegmentText(name)}
                onClick={() => onChange((before) => before.filter((segment) => segment.key !== key))}
              >
                <IconX size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      ))}
      {error !== undefined && (
        <p className={classes.wrong} role="alert">
          {error}
        </p>
      )}
      {!disabled && segments.length < LIMITS.aiSegments && (
        <Button
          variant="default"
          className={classes.addSegment ?? ''}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={() => onChange(withSegment)}
        >
          {TEXTS.addSegment}
        </Button>
      )}
    </section>
  );
}
