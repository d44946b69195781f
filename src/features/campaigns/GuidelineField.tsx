import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import classes from './Campaigns.module.css';
import { TEXTS } from './texts.ts';

interface GuidelineFieldProps {
  value: string;
  error: string | undefined;
  onChange: (guideline: string) => void;
}

export function GuidelineField({ value, error, onChange }: GuidelineFieldProps) {
  const [isPreview, setPreview] = useState(false);
  return (
    <div className={classes.field}>
      {isPreview ? (
        <section aria-label={TEXTS.guideline}>
          <h2 className={classes.fieldTitle}>{TEXTS.guideline}</h2>
          <p className={classes.guideline}>{value.trim() === '' ? TEXTS.nothingWritten : value}</p>
        </section>
      ) : (
        <Textarea
          name="guideline"
          label={TEXTS.guideline}
          description={TEXTS.guidelineNote}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
          maxLength={LIMITS.guidelineChars}
          autosize
          minRows={5}
          maxRows={16}
        />
      )}
      <Button className={classes.preview ?? ''} variant="subtle" color="gray" onClick={() => setPreview((shown) => !shown)}>
        {isPreview ? TEXTS.write : TEXTS.preview}
      </Button>
    </div>
  );
}
