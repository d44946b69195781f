import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import classes from './NotForDiagnosis.module.css';

/** Stands wherever results of models are shown. */
export function NotForDiagnosis({ children }: { children?: string }) {
  return (
    <p className={classes.note}>
      <IconAlertTriangle size={15} stroke={1.75} aria-hidden />
      {children ?? t('Not for diagnosis. Results are proposals until a person accepts them.')}
    </p>
  );
}
