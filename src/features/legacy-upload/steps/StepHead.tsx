import { IconCircleCheck, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import { classNames } from '#ui/class-names.ts';
import classes from './StepHead.module.css';

interface StepHeadProps extends Pick<LegacyView, 'step'> {
  className: string | undefined;
  children: ReactNode;
}

/** The head of the session, in full or minimised. Green when sorted or done (LEG-035). */
export function StepHead({ step, className, children }: StepHeadProps) {
  const isSure = step === 'sorted' || step === 'done';
  const StepIcon = isSure ? IconCircleCheck : IconUpload;
  return (
    <header className={classNames(classes.head, className)} data-tone={isSure ? 'sure' : step === 'uploading' ? 'moving' : undefined}>
      <StepIcon className={classes.icon} size={18} stroke={1.5} aria-hidden />
      {children}
    </header>
  );
}
