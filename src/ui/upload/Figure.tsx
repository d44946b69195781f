import type { ReactNode } from 'react';
import classes from './Figure.module.css';

/** One number with its name above and what it means below. Several stand side by side in a `Figures`. */
export function Figure({ name, value, note, children }: { name: string; value: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{value}</dd>
      {note !== undefined && <dd className={classes.note}>{note}</dd>}
      {children !== undefined && <dd className={classes.more}>{children}</dd>}
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={classes.figures}>{children}</dl>;
}
