import { useMemo } from 'react';
import type { Pane } from '#features/annotator/station/pane.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { useComments } from './comments-context.tsx';
import { pinSteps } from './pin-steps.ts';

const NONE: readonly number[] = [];

/** Steps of a pane that have unresolved comments: known for stored slices. */
export function usePinSteps(pane: Pane, open: OpenSeries | null): readonly number[] {
  const { threads } = useComments();
  const pins = useMemo(() => threads.flatMap(({ first: { pin }, isResolved }) => (pin === null || isResolved ? [] : [pin])), [threads]);
  return useMemo(() => (open === null || pane.show !== 'stored' ? NONE : pinSteps(open, pins)), [open, pane.show, pins]);
}
