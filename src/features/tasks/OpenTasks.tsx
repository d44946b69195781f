import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '#ui/format.ts';
import { openTasksText } from './texts.ts';
import { useTaskCounts } from './use-tasks.ts';

/** How many tasks wait for this user, beside 'My work' in the sidebar. */
export function OpenTasks({ className }: { className: string | undefined }) {
  const mine = useTaskCounts().data?.mine ?? 0;
  return <CountMark className={className} count={mine} words={openTasksText(mine)} />;
}

/** A number beside an item of the sidebar; nothing if it is zero. */
export function CountMark({ className, count, words }: { className: string | undefined; count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span className={className}>
      <span aria-hidden>{formatCount(count)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
