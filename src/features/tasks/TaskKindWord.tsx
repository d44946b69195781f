import { IconAt, IconBrush, IconMessageCheck, type Icon } from '@tabler/icons-react';
import type { TaskKind } from '#contract/tasks.ts';
import classes from './Tasks.module.css';
import { TEXTS } from './texts.ts';

const ICONS: Record<TaskKind, Icon> = { annotate: IconBrush, review: IconMessageCheck, answer: IconAt };

export function TaskKindWord({ kind }: { kind: TaskKind }) {
  const KindIcon = ICONS[kind];
  return (
    <span className={classes.kind}>
      <KindIcon size={16} stroke={1.5} aria-hidden />
      {TEXTS.kinds[kind]}
    </span>
  );
}
