import { IconDeviceLaptop, IconFileSearch } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import type { IntakeProgress } from '#workers/intake/types.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import classes from './ReadingLine.module.css';
import { TEXTS, keepOpenText } from '#features/upload/texts.ts';
import { useCopying } from './use-intake.ts';

/** Subscribes to the copying itself, so that its parent is not drawn again for each file. */
export function LiveReadingLine({ userId }: { userId: number }) {
  return <ReadingLine copying={useCopying(userId).copying} />;
}

/** Whether the tab may be closed. 'You can close this tab' is said only when every byte is on this device. */
function ReadingLine({ copying }: { copying: IntakeProgress | null }) {
  if (copying === null) {
    return (
      <p className={classes.line} data-tone="still">
        <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
        {TEXTS.mayClose}
      </p>
    );
  }
  return (
    <div className={classes.copying}>
      <p className={classes.line} data-tone="moving">
        <IconFileSearch size={16} stroke={1.5} aria-hidden />
        {keepOpenText(copying.stored, copying.picked, copying.secondsLeft)}
      </p>
      <ProgressBar parts={[{ amount: copying.stored, tone: 'moving' }]} total={copying.picked} label={t('Files on this device')} />
    </div>
  );
}
