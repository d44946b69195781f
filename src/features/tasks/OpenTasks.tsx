import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '#ui/format.ts';
import { openTasksText } from './texts.ts';
import { useTaskCounts } from './use-tasks.ts';

/** How many tasks wait for this user, beside 'My work' in the sidebar; nothing if there are none. */
export function OpenTasks({ className }: { className: string | undefined }) {
  const mine = useTaskCounts().data?.mine ?? 0;
  if (mine === 0) return null;
  return (
    <span className={className}>
      <span aria-hidden>{formatCount(mine)}</span>
      <VisuallyHidden>{openTasksText(mine)}</VisuallyHidden>
    </span>
  );
}
