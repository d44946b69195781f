import { Link } from '@tanstack/react-router';
import type { InferState } from '#contract/infers.ts';
import { formatCount } from '#ui/format.ts';
import tabs from '#ui/tabs.module.css';
import { STATE_LABELS, STATES, TEXTS } from './texts.ts';

/** How many are in each state; each is a link to those. */
export function StateTabs({ counts, chosen }: { counts: Record<InferState, number> | undefined; chosen: InferState | null }) {
  const all = counts === undefined ? undefined : STATES.reduce((sum, state) => sum + counts[state], 0);
  const views = [
    { state: null, label: TEXTS.all, count: all },
    ...STATES.map((state) => ({ state, label: STATE_LABELS[state], count: counts?.[state] })),
  ];
  return (
    <nav aria-label={TEXTS.columns.state} className={tabs.nav}>
      {views.map(({ state, label, count }) => (
        <Link
          key={label}
          to="."
          search={((before: Record<string, unknown>) => ({ ...before, state: state ?? undefined, page: undefined })) as never}
          className={tabs.tab}
          activeProps={NOT_MARKED}
          {...(state === chosen ? { 'aria-current': 'page' as const } : {})}
        >
          {count === undefined ? label : `${label} ${formatCount(count)}`}
        </Link>
      ))}
    </nav>
  );
}

/** The router would mark every link to this page as current, whatever its query. */
const NOT_MARKED = { 'aria-current': undefined } as const;
