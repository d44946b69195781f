import { IconAnchor } from '@tabler/icons-react';
import classes from './ReferenceMark.module.css';
import { TEXTS } from '#features/upload/texts.ts';

/** Next to the name of the reference series, where it can no longer be changed. */
export function ReferenceMark() {
  return (
    <span className={classes.mark} role="img" aria-label={TEXTS.reference} title={TEXTS.reference}>
      <IconAnchor size={14} stroke={2} aria-hidden />
    </span>
  );
}
