import { firstStation, stationAfter, type Station, type StationAct } from './station.ts';
import type { SeriesStore } from './series-store.ts';

/** The state of a workstation. Listeners are called within `act`, so that panes paint inside the handler of the event. */
export interface StationStore {
  read(): Station;
  act(act: StationAct): void;
  subscribe(listener: () => void): () => void;
}

export function createStation(series: Pick<SeriesStore, 'peek'>): StationStore {
  let station = firstStation();
  const listeners = new Set<() => void>();
  return {
    read: () => station,
    act(act) {
      const next = stationAfter(station, act, (uuid) => series.peek(uuid));
      if (next === station) return;
      station = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
