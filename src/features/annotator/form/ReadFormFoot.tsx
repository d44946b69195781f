import { useEffect } from 'react';
import classes from './Form.module.css';
import { AnswerPlace } from './FormFoot.tsx';
import { useForms } from './forms-context.tsx';
import type { FormState } from './ReadingForm.tsx';

/** In a read of a campaign, the foot of the case says what is open, and finishes the form as well. */
export function ReadFormFoot({ at, complete }: FormState) {
  const { completerRef } = useForms();
  useEffect(() => {
    completerRef.current = complete;
    return () => {
      completerRef.current = null;
    };
  });
  if (at === 'nowhere') return null;
  return (
    <div className={classes.foot}>
      <AnswerPlace at={at} />
    </div>
  );
}
