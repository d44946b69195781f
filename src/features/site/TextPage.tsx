import type { ReactNode } from 'react';
import classes from './site.module.css';

/** A public text page: a title, its subject, and the rest in one column. */
export function TextPage({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  return (
    <article className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {note !== undefined && <p className={classes.text}>{note}</p>}
      {children}
    </article>
  );
}
