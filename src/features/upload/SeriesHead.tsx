import classes from './SeriesHead.module.css';
import { TEXTS } from './texts.ts';

/** Names of the columns of `SeriesRow`, on its grid. */
export function SeriesHead() {
  return (
    <div className={classes.head} role="row">
      <span role="columnheader" aria-label="Upload" />
      <span role="columnheader" aria-label="Preview" />
      <span role="columnheader" className={classes.end}>{TEXTS.columns.number}</span>
      <span role="columnheader">{TEXTS.columns.series}</span>
      <span role="columnheader" className={classes.end}>{TEXTS.columns.size}</span>
      <span role="columnheader">{TEXTS.columns.status}</span>
    </div>
  );
}
