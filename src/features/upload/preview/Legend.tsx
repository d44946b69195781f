import classes from './Legend.module.css';
import { TEXTS } from '#features/upload/texts.ts';

/** Explains dashed and solid fields. */
export function Legend() {
  return (
    <span className={classes.legend}>
      <span className={classes.swatch} data-line="dashed" aria-hidden /> {TEXTS.proposed}
      <span className={classes.swatch} aria-hidden /> {TEXTS.decided}
    </span>
  );
}
