import { IconAt, IconBrush, IconMessageCheck, type Icon } from '@tabler/icons-react';
import type { TaskKind } from '#contract/tasks.ts';
import classes from './Tasks.module.css';
import { TEXTS } from './texts.ts';

const ICONS: Record<TaskKind, Icon> = { annotate: IconBrush, review: IconMessageCheck, answer: IconAt };

export function TaskKindIcon({ kind }: { kind: TaskKind }) {
  const KindIcon = ICONS[kind];
  return <KindIcon size={16} stroke={1.5} aria-hidden />;
}

export function TaskKindWord({ kind }: { kind: TaskKind }) {
  return (
    <span className={classes.kind}>
      <TaskKindIcon kind={kind} />
      {TEXTS.kinds[kind]}
    </span>
  );
}
