import type { Icon } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './Overview.module.css';

interface CardProps {
  icon: Icon;
  title: string;
  /** At the end of the head: a state, a date. */
  end?: ReactNode;
  /** The one figure, and what it counts. */
  figure: ReactNode;
  words?: ReactNode;
  children?: ReactNode;
}

/** One part of the installation: its figure, and a picture of it. */
export function Card({ icon: CardIcon, title, end, figure, words, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <CardIcon size={18} stroke={1.5} aria-hidden />
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {end !== undefined && <span className={classes.end}>{end}</span>}
      </div>
      <p className={classes.figure}>
        <strong>{figure}</strong> {words}
      </p>
      {children !== undefined && <div className={classes.picture}>{children}</div>}
    </section>
  );
}
