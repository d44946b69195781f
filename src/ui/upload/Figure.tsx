import type { ReactNode } from 'react';
import styles from './Figure.module.css';

/** One number with its name above and what it means below. Several stand side by side in a `Figures`. */
export function Figure({ name, value, note, children }: { name: string; value: ReactNode; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
      {children}
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}
