import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Note.module.css';

export type NoteTone = 'you' | 'broken' | 'sure' | 'moving';

interface NoteProps {
  tone: NoteTone;
  icon: Icon;
  title: string;
  children?: ReactNode;
  /** At most one. */
  action?: ReactNode;
}

/** A lasting condition: the fact, what happens next, at most one action (design.md §11). Failures are announced immediately. */
export function Note({ tone, icon: NoteIcon, title, children, action }: NoteProps) {
  return (
    <div className={classes.note} data-tone={tone} role={tone === 'broken' ? 'alert' : 'note'}>
      <NoteIcon className={classes.icon} size={18} stroke={1.5} aria-hidden />
      <div className={classes.body}>
        <p className={classes.title}>{title}</p>
        {children !== undefined && <p className={classes.text}>{children}</p>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
