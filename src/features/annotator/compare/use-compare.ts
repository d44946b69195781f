import { useQueries } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { revisionsQuery } from '#features/annotator/masks/history/use-revisions.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import { useKnownGrid, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { chosenSides, proposalOptions, sideOf, sideOptions, type SideOption } from './compare-sides.ts';
import type { CompareState, Side } from './compare-store.ts';

/** A part of what is compared. It must be the same value while it has not changed. */
export function useCompare<T>(part: (state: CompareState) => T): T {
  const { compare } = useWorkstation();
  return useSyncExternalStore(compare.subscribe, () => part(compare.read()));
}

export interface CompareChoice {
  options: readonly SideOption[];
  a: SideOption | null;
  b: SideOption | null;
  /** Null: its grid is not known, or it belongs to another one. */
  sideA: Side | null;
  sideB: Side | null;
  /** What may vote for a majority: drawn on the slices of A. */
  voters: readonly { option: SideOption; segmentation: DrawnSegmentation; side: Side }[];
  /** Why there are no sides. */
  problem: 'only-one' | 'grid-waits' | 'other-grid' | null;
}

/** What can be compared in a study, and what is. */
export function useCompareChoice(study: string): CompareChoice {
  const { user, team } = useSession<Session>();
  const { segmentations } = useMaskPanel();
  const { proposals } = useWorkstation();
  const { list, codesOf } = segmentations;
  const chosen = useCompare((state) => state.chosen);
  const known = useMemo(() => sideOptions(list ?? [], user.id, new Map()), [list, user.id]);
  // Names of states are asked for where somebody may want them.
  const now = chosenSides(known, { a: chosen.a?.split('@')[0] ?? null, b: chosen.b?.split('@')[0] ?? null });
  const asked = [...new Set([now.a?.id, now.b?.id].filter((id) => id !== undefined))];
  const named = useQueries({
    queries: asked.map((segmentation) => revisionsQuery(team?.slug ?? null, study, segmentation)),
    combine: (answers) => answers.map(({ data }) => data ?? []),
  });
  const proposed = useSyncExternalStore(proposals.subscribe, () => proposals.read().list);
  const options = useMemo(
    () => [
      ...sideOptions(list ?? [], user.id, new Map(asked.map((uuid, at) => [uuid, named[at] ?? []]))),
      ...proposalOptions(proposed ?? []),
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list of names is made anew each time
    [list, user.id, asked.join(' '), JSON.stringify(named), proposed],
  );
  const { a, b } = chosenSides(options, chosen);
  const [gridA, gridB] = [useKnownGrid(a?.series ?? null), useKnownGrid(b?.series ?? null)];
  const toSide = (option: SideOption | null, grid: typeof gridA): Side | null =>
    option && grid && sideOf(option, study, grid, option.segmentation && codesOf(option.segmentation.uuid));
  const [sideA, sideB] = [toSide(a, gridA), toSide(b, gridB)];
  const voters = options.flatMap((option) => {
    const { segmentation } = option;
    const side = segmentation !== null && option.at === null && option.series === a?.series ? toSide(option, gridA) : null;
    return side === null ? [] : [{ option, segmentation: segmentation!, side }];
  });
  const problem =
    a === null || b === null
      ? 'only-one'
      : gridA === null || gridB === null
        ? 'grid-waits'
        : sideA === null || sideB === null
          ? 'other-grid'
          : null;
  return { options, a, b, sideA, sideB, voters, problem };
}
