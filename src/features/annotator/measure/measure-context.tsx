import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { t } from '#language/t.ts';
import { deleteMeasurement, saveMeasurement } from '#localdb/outbox/measurements.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { IsShown } from '#model/campaigns/made-in-read.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { createMeasureStore, type MeasureState, type MeasureStore } from './measure-store.ts';
import { useMeasurements } from './use-measurements.ts';

interface Measure {
  store: MeasureStore;
  /** UUIDs: the study that is read, then earlier ones, the latest first. */
  studies: readonly string[];
  /** UUID of the study that a series belongs to. */
  studyOf: ReadonlyMap<string, string>;
  /** Of the list of the server, where this device has none. */
  error: Error | null;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => void;
}

const MeasureContext = createContext<Measure | null>(null);

interface MeasureProviderProps {
  db: LocalDb;
  studies: readonly { uuid: string; series: readonly { uuid: string }[] }[];
  /** Those that are shown; null: all. */
  isShown: IsShown | null;
  children: ReactNode;
}

/** What everything that measures in a workstation shares. */
export function MeasureProvider({ db, studies, isShown, children }: MeasureProviderProps) {
  const { user } = useSession<Session>();
  const [store] = useState(() =>
    createMeasureStore(
      {
        save: (measurement) => saveMeasurement(db, measurement),
        remove: (measurement) => deleteMeasurement(db, measurement),
        onFailed(error) {
          reportError(error);
          showFailure(t('The measurement could not be stored on this device.'));
        },
        newUuid: () => crypto.randomUUID(),
      },
      { id: user.id, name: user.name },
    ),
  );
  const uuids = useMemo(() => studies.map(({ uuid }) => uuid), [studies]);
  const { measurements, error, isLoading, isFetching, refetch } = useMeasurements(db, uuids);
  useEffect(() => store.know(isShown === null ? measurements : measurements.filter(isShown)), [store, measurements, isShown]);
  const studyOf = useMemo(() => new Map(studies.flatMap(({ uuid, series }) => series.map((one) => [one.uuid, uuid] as const))), [studies]);
  const measure = useMemo(
    () => ({ store, studies: uuids, studyOf, error, isLoading, isFetching, refetch }),
    [store, uuids, studyOf, error, isLoading, isFetching, refetch],
  );
  return <MeasureContext value={measure}>{children}</MeasureContext>;
}

export function useMeasure(): Measure {
  const measure = use(MeasureContext);
  if (measure === null) throw new Error('Outside of a workstation');
  return measure;
}

export function useMeasureState(): MeasureState {
  const { store } = useMeasure();
  return useSyncExternalStore(store.subscribe, store.read);
}
