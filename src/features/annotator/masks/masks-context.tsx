import { useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Grid } from '#contract/grids.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { isOpened } from '#features/annotator/station/series-store.ts';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import type { MaskState } from './mask-store.ts';
import type { DrawnSegmentation, StudySegmentations } from './study-segmentations.ts';
import type { WorkOwner } from './work-file/work-owner.ts';

interface MaskPanel {
  segmentations: StudySegmentations;
  /** The chosen one. */
  segmentation: DrawnSegmentation | null;
  choose(uuid: string): void;
  toggleLock(segment: string): void;
  /** Why the grid of the chosen one is not known: it is being loaded, the server has none, or it could not be loaded. */
  noGrid: 'loading' | 'none' | 'offline' | 'failed' | null;
  retryGrid(): void;
  /** Whose unsent work this device has; null outside of a team. */
  owner: WorkOwner | null;
}

const MaskContext = createContext<MaskPanel | null>(null);

interface MaskProviderProps {
  db: LocalDb;
  study: string;
  segmentations: StudySegmentations;
  children: ReactNode;
}

/** Opens the mask of the chosen segmentation, and keeps the store of the workstation as the lists say. */
export function MaskProvider({ db, study, segmentations, children }: MaskProviderProps) {
  const { masks, series } = useWorkstation();
  const { user, team } = useSession<Session>();
  const [chosen, setChosen] = useState<string | null>(null);
  const [locked, setLocked] = useLocalStorage<string[]>({
    key: `lightship.locked-segments.${user.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const { list, first, hidden } = segmentations;
  const wanted = chosen ?? first;
  const segmentation = list?.find(({ uuid }) => uuid === wanted) ?? list?.[0] ?? null;
  const mask = segmentation?.mask ?? null;
  const open = useOpenSeries(mask?.series ?? null);
  const openId = isOpened(open?.opened ?? null) ? (open!.opened as { id: number }).id : null;
  const grid = useSeriesGrid(mask?.series ?? null);
  const [readGrid, readHash] = [open?.grid ?? null, open?.gridHash ?? null];
  const readHere = useMemo(() => (readGrid && readHash ? { grid: readGrid, hash: readHash } : null), [readGrid, readHash]);
  const known = useSame(grid.data ?? readHere);
  const isOther = known !== null && mask?.grid != null && mask.grid !== known.hash;
  const uuid = segmentation?.uuid ?? null;
  const isExclusive = segmentation?.exclusive ?? false;

  useEffect(() => masks.know(segmentation?.segments ?? [], segmentation?.may.edit ?? false), [masks, segmentation]);
  const hiddenOnes = (segmentation?.segments ?? []).filter((one) => hidden.isHidden(one.uuid)).map((one) => one.uuid);
  const hiddenText = hiddenOnes.join(' ');
  useEffect(() => {
    masks.setFlags({ locked: new Set(locked), hidden: new Set(hiddenText.split(' ')) });
  }, [masks, locked, hiddenText]);

  const maskSeries = mask?.series ?? null;
  const isShown = open !== null;
  useEffect(() => {
    // A series that no pane shows is opened for its values.
    if (maskSeries !== null && !isShown) series.open(maskSeries, 0);
  }, [series, maskSeries, isShown]);
  useEffect(() => {
    if (uuid === null || maskSeries === null || known === null || openId === null || isOther) return;
    const source = { study, segmentation: uuid, gridHash: known.hash, grid: known.grid, isExclusive };
    void masks.open({ source, series: maskSeries, seriesId: openId });
    return () => masks.close();
  }, [masks, study, uuid, maskSeries, known, openId, isOther, isExclusive]);

  const { refetch } = grid;
  const slug = team?.slug ?? null;
  const noGrid = maskSeries === null || (known !== null && !isOther) ? null : isOther ? 'none' : whyNoGrid(grid);
  const panel = useMemo(
    (): MaskPanel => ({
      ...{ segmentations, segmentation, noGrid },
      choose: setChosen,
      toggleLock: (segment) =>
        setLocked((before) => (before.includes(segment) ? before.filter((one) => one !== segment) : [...before, segment])),
      retryGrid: () => void refetch(),
      owner: slug === null ? null : { db, userId: user.id, team: slug },
    }),
    [segmentations, segmentation, noGrid, setLocked, refetch, slug, db, user.id],
  );
  return <MaskContext value={panel}>{children}</MaskContext>;
}

/** The first that was known of a grid: an open mask is not closed because the server says what was read here. */
function useSame<T extends { hash: string }>(told: T | null): T | null {
  const [first, setFirst] = useState(told);
  if (first?.hash === told?.hash) return first;
  setFirst(told);
  return told;
}

/** PCALL-67. Readable offline once seen; without it, the slices that were read here say the same. */
function gridQuery(team: string | null, series: string | null) {
  return queryOptions({
    queryKey: ['series-grid', team, series],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.seriesGrid, { params: { uuid: series! }, signal, quiet: true })).data,
    enabled: series !== null,
    // A grid never changes, but a series without one may get it.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
  });
}

function whyNoGrid({ data, isError, fetchStatus }: { data: unknown; isError: boolean; fetchStatus: string }): MaskPanel['noGrid'] {
  if (data === null) return 'none';
  if (isError) return 'failed';
  return fetchStatus === 'paused' ? 'offline' : 'loading';
}

export function useMaskPanel(): MaskPanel {
  const panel = use(MaskContext);
  if (panel === null) throw new Error('Outside of a workstation');
  return panel;
}

function useSeriesGrid(series: string | null) {
  const { team } = useSession<Session>();
  return useQuery(gridQuery(team?.slug ?? null, series));
}

/** The grid of a series, from the server or as it was read here; null while it is not known. */
export function useKnownGrid(series: string | null): { grid: Grid; hash: string } | null {
  const { data } = useSeriesGrid(series);
  const open = useOpenSeries(series);
  if (data) return data;
  return open?.grid && open.gridHash ? { grid: open.grid, hash: open.gridHash } : null;
}

/** A part of what is known of the open mask. It must be the same value while it has not changed: the store changes with each move of the pen. */
export function useMask<T>(part: (state: MaskState) => T): T {
  const { masks } = useWorkstation();
  return useSyncExternalStore(masks.subscribe, () => part(masks.read()));
}
