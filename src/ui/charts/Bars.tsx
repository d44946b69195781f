import type { CSSProperties } from 'react';
import classes from './Bars.module.css';

interface BarsProps {
  /** What the bars show, with the values that matter, for those who do not see them. */
  label: string;
  /** Earliest first. */
  values: readonly number[];
  /** Below the first and the last bar. */
  from: string;
  to: string;
  /** Of the last bar, if its value is above zero. */
  tone?: 'moving' | 'broken';
}

/** One bar for each span of time, relative to the highest one. An empty span is a line. */
export function Bars({ label, values, from, to, tone = 'moving' }: BarsProps) {
  const most = Math.max(1, ...values);
  return (
    <figure className={classes.figure}>
      <div className={classes.bars} role="img" aria-label={label}>
        {values.map((value, at) => (
          <span
            key={at}
            className={classes.bar}
            data-tone={at === values.length - 1 && value > 0 ? tone : undefined}
            style={{ '--share': value / most } as CSSProperties}
          />
        ))}
      </div>
      <figcaption className={classes.ends}>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}
