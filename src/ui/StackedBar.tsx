import { formatCount } from './format.ts';
import classes from './StackedBar.module.css';

interface StackedBarProps {
  label: string;
  parts: readonly { name: string; count: number; colour: string }[];
}

/** Shares of a whole, with their counts in the legend. The counts add up to the whole, so parts without any are left out only of the bar. */
export function StackedBar({ label, parts }: StackedBarProps) {
  const shown = parts.filter(({ count }) => count > 0);
  return (
    <div className={classes.stacked}>
      <ul className={classes.legend} aria-label={label}>
        {parts.map(({ name, count, colour }) => (
          <li key={name}>
            <span className={classes.swatch} style={{ background: colour }} aria-hidden />
            <span className={classes.count}>{formatCount(count)}</span> {name}
          </li>
        ))}
      </ul>
      <div className={classes.bar} aria-hidden>
        {shown.map(({ name, count, colour }) => (
          <span key={name} style={{ flexGrow: count, background: colour }} />
        ))}
      </div>
    </div>
  );
}
