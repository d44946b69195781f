import { Button, Kbd } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { Task } from '#contract/tasks.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import classes from './Tasks.module.css';
import { subjectName, taskPath } from './TasksTable.tsx';
import { nextCaseText, TEXTS } from './texts.ts';

/** In the annotator, in a new tab. On phones it is at the foot. */
export function NextCase({ next, ref }: { next: Task; ref: Ref<HTMLAnchorElement> }) {
  return (
    <Button
      component="a"
      ref={ref}
      visibleFrom="sm"
      href={taskPath(next)}
      leftSection={<IconPlayerTrackNext size={16} stroke={1.5} aria-hidden />}
      rightSection={<Kbd aria-hidden>N</Kbd>}
      aria-keyshortcuts="N"
      {...OPENS_ANNOTATOR}
    >
      {TEXTS.nextCase}
    </Button>
  );
}

export function NextCaseFoot({ next }: { next: Task }) {
  return (
    <div className={classes.foot}>
      <Button
        component="a"
        fullWidth
        size="md"
        href={taskPath(next)}
        leftSection={<IconPlayerTrackNext size={18} stroke={1.5} aria-hidden />}
        {...OPENS_ANNOTATOR}
      >
        {nextCaseText(subjectName(next))}
      </Button>
    </div>
  );
}
