import { createContext, use, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import type { LayoutContent } from '#contract/layouts.ts';
import { administersTeam } from '#contract/permissions.ts';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { deleteLayout, saveLayout } from '#localdb/outbox/layouts.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { bestLayout, type SeriesAtHand } from '#model/layouts/match-layout.ts';
import type { ShownLayout } from '#model/layouts/shown-layouts.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { actOfLayout, arrangementOf, type Arrangement } from './layout-of-station.ts';
import { LAYOUT_TEXTS } from './layout-texts.ts';
import type { KnownLayouts } from './use-layouts.ts';

interface Layouts {
  layouts: readonly ShownLayout[];
  study: StudyDetail;
  at: SeriesAtHand<Series>;
  /** Administrators of the team. The server decides. */
  maySaveForTeam: boolean;
  /** The panes as they are now. */
  arrangement: () => Arrangement;
  show: (layout: LayoutContent) => void;
  create: (content: LayoutContent, isOfTeam: boolean) => void;
  change: (layout: ShownLayout, content: LayoutContent) => void;
  remove: (layout: ShownLayout) => void;
}

const LayoutsContext = createContext<Layouts | null>(null);

interface LayoutsProviderProps {
  db: LocalDb;
  study: StudyDetail;
  /** The study, then earlier ones of the same patient. */
  studies: readonly { series: readonly Series[] }[];
  /** Null until they are known. */
  layouts: KnownLayouts | null;
  children: ReactNode;
}

/** Saved layouts, and the one that the study opens in. */
export function LayoutsProvider({ db, study, studies, layouts, children }: LayoutsProviderProps) {
  const { permissions } = useSession<Session>();
  const { station } = useWorkstation();
  const at = useMemo(
    (): SeriesAtHand<Series> => ({ study: studies[0]?.series ?? [], earlier: studies.slice(1).map(({ series }) => series) }),
    [studies],
  );
  useOpening(layouts, study, at);
  const value = useMemo((): Layouts => {
    const stored = (work: Promise<void>): void =>
      void work.catch((error: unknown) => {
        reportError(error);
        showFailure(LAYOUT_TEXTS.failed);
      });
    return {
      ...{ layouts: layouts?.list ?? [], study, at },
      maySaveForTeam: administersTeam(permissions),
      arrangement: () => arrangementOf(station.read(), at),
      show: (layout) => station.act(actOfLayout(layout, at)),
      create: (content, isOfTeam) => stored(saveLayout(db, { layout: crypto.randomUUID(), of_team: isOfTeam, base: 0, content })),
      change: ({ uuid, of_team, version }, content) => stored(saveLayout(db, { layout: uuid, of_team, base: version, content })),
      remove: ({ uuid }) => stored(deleteLayout(db, uuid)),
    };
  }, [db, study, at, layouts, permissions, station]);
  return <LayoutsContext value={value}>{children}</LayoutsContext>;
}

export function useSavedLayouts(): Layouts {
  const layouts = use(LayoutsContext);
  if (layouts === null) throw new Error('Outside of a workstation');
  return layouts;
}

/**
 * As long as nobody has done anything, the study is arranged in the best layout: of those that this device knows, then of those of the server, then
 * with earlier studies. A layout that is saved later moves nothing.
 */
function useOpening(layouts: KnownLayouts | null, study: StudyDetail, at: SeriesAtHand<Series>): void {
  const { station } = useWorkstation();
  const opened = useRef({ changes: station.changes(), as: '' });
  const isKnown = layouts !== null;
  const isFresh = layouts?.isFresh ?? false;
  useLayoutEffect(() => {
    if (layouts === null || station.changes() !== opened.current.changes) return;
    const best = bestLayout(layouts.list, study, at);
    const as = `${best?.uuid} ${best?.version}`;
    if (best === null || as === opened.current.as) return;
    station.act(actOfLayout(best, at));
    opened.current = { changes: station.changes(), as };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [isKnown, isFresh, at, station]);
}
