import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { keyNames } from '#ui/key-names.ts';
import { Status } from '#ui/status/Status.tsx';
import classes from './Form.module.css';
import { FORM_TEXTS, openText } from './form-texts.ts';
import type { AnswerAt } from './answer-store.ts';
import type { FormState } from './ReadingForm.tsx';

/** Where the answer is, what is open, and the button that completes it. */
export function FormFoot({ open, state, at, complete }: FormState) {
  return (
    <div className={classes.foot}>
      <AnswerPlace at={at} />
      <span className={classes.open} aria-live="polite">
        {open > 0 ? openText(open) : ''}
      </span>
      {state === 'complete' ? (
        <span className={classes.complete}>
          <IconCircleCheck size={16} stroke={1.5} aria-hidden />
          {FORM_TEXTS.isComplete}
        </span>
      ) : (
        <Button
          size="xs"
          data-form-stop=""
          rightSection={<kbd className={classes.key}>{keyNames('Ctrl ↵')}</kbd>}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void complete()}
        >
          {FORM_TEXTS.complete}
        </Button>
      )}
    </div>
  );
}

/** Where the answer is. */
export function AnswerPlace({ at }: { at: AnswerAt }) {
  if (at === 'nowhere') return null;
  if (at === 'typing') return <span className={classes.from}>{FORM_TEXTS.notKept}</span>;
  return <Status word={at === 'device' ? 'on this device' : 'on server'} />;
}
