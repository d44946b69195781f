import { firstStation, stationAfter, type Station, type StationAct } from './station.ts';
import type { OpenSeries, SeriesStore } from './series-store.ts';

/** The state of a workstation. Listeners are called within `act`, so that panes paint inside the handler of the event. */
export interface StationStore {
  read(): Station;
  act(act: StationAct): void;
  subscribe(listener: () => void): () => void;
}

export function createStation(series: Pick<SeriesStore, 'peek' | 'subscribe'>): StationStore {
  let station = firstStation();
  const listeners = new Set<() => void>();
  function act(one: StationAct): void {
    const next = stationAfter(station, one, (uuid) => series.peek(uuid));
    if (next === station) return;
    station = next;
    for (const listener of listeners) listener();
    showWhatWaits();
  }
  function showWhatWaits(): void {
    const waiting = station.panes.find((pane) => pane.waitsFor !== null && arePlanesKnown(series.peek(pane.series ?? '')));
    if (waiting !== undefined) act({ act: 'planes-known', series: waiting.series! });
  }
  series.subscribe(showWhatWaits);
  return {
    read: () => station,
    act,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function arePlanesKnown(open: OpenSeries | null): boolean {
  return open !== null && (open.hasPlanes || open.noPlanes !== null);
}
