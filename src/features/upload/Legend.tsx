import classes from './Legend.module.css';
import { TEXTS } from './texts.ts';

/** What a dashed and a solid field mean. */
export function Legend() {
  return (
    <span className={classes.legend}>
      <span className={classes.swatch} data-line="dashed" aria-hidden /> {TEXTS.proposed}
      <span className={classes.swatch} aria-hidden /> {TEXTS.decided}
    </span>
  );
}
