import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import type { Tone } from '#ui/status/status-looks.ts';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** One sentence: what would be here, or which filters found nothing. */
  children?: ReactNode;
  /** The first step, or what would show something again. */
  action?: ReactNode;
  /** Colour of the icon; faint by default. */
  tone?: Tone;
  /** It is the whole page: its title is the h1. */
  whole?: boolean;
}

/** What would be here, one sentence, one button (design.md §12). */
export function EmptyState({ icon: StateIcon, title, children, action, tone, whole = false }: EmptyStateProps) {
  const Heading = whole ? 'h1' : 'h2';
  return (
    <div className={classes.state}>
      <StateIcon className={classes.icon} data-tone={tone} size={26} stroke={1.5} aria-hidden />
      <Heading className={classes.title}>{title}</Heading>
      {children !== undefined && <div className={classes.text}>{children}</div>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
