import { firstStation, stationAfter, type Station, type StationAct } from './station.ts';
import type { OpenSeries, SeriesStore } from './series-store.ts';

/** The state of a workstation. Listeners are called within `act`, so that panes paint inside the handler of the event. */
export interface StationStore {
  read(): Station;
  /** How often somebody has changed it here. What only becomes known, such as a registration or a change of another window, does not count. */
  changes(): number;
  act(act: StationAct): void;
  subscribe(listener: () => void): () => void;
}

const LEARNED: ReadonlySet<StationAct['act']> = new Set([
  ...(['registered', 'planes-known', 'path-kept', 'turned-3d'] as const),
  ...(['cursor-elsewhere', 'position-elsewhere', 'window-elsewhere', 'tool-elsewhere'] as const),
]);

export function createStation(series: Pick<SeriesStore, 'peek' | 'subscribe'>): StationStore {
  let station = firstStation();
  let changes = 0;
  const listeners = new Set<() => void>();
  function act(one: StationAct): void {
    const next = stationAfter(station, one, (uuid) => series.peek(uuid));
    if (next === station) return;
    station = next;
    if (!LEARNED.has(one.act)) changes += 1;
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
    changes: () => changes,
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
