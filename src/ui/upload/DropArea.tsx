import type { ReactNode } from 'react';
import classes from './DropArea.module.css';
import { DropGlyph } from './DropGlyph.tsx';

interface DropAreaProps {
  title: string;
  text: string;
  actions: ReactNode;
  note: ReactNode;
}

/** The dashed panel of an empty page. The whole page accepts drops (`usePageDrop`); this says so and offers the dialogs. */
export function DropArea({ title, text, actions, note }: DropAreaProps) {
  return (
    <section className={classes.area} aria-label={title}>
      <DropGlyph />
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{actions}</div>
      <div className={classes.note}>{note}</div>
    </section>
  );
}

/** Covers the page while files are dragged over it. */
export function DropOverlay({ text }: { text: string }) {
  return (
    <div className={classes.overlay} role="status">
      <div className={classes.sheet}>
        <DropGlyph />
        <p className={classes.title}>{text}</p>
      </div>
    </div>
  );
}
