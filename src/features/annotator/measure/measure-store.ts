import type { MeasurementContent, PixelPoint } from '#contract/measurements.ts';
import type { ShownMeasurement } from '#model/measurements/shown-measurements.ts';
import { rounded } from './shapes.ts';
import type { SlicePlace } from './slice-place.ts';

/** A measurement with the UUID of its study: panes can show several studies. */
export interface StudyMeasurement extends ShownMeasurement {
  study: string;
  /** In an export: the lesion that it measures. */
  lesion?: { uuid: string; number: number | null; title: string };
}

/** What is being drawn or changed, before it is stored. */
export interface Draft extends SlicePlace {
  /** Null: it is new. */
  uuid: string | null;
  study: string;
  kind: MeasurementContent['kind'];
  points: readonly PixelPoint[];
}

export interface MeasureState {
  /** Of all studies of the workstation, with what this tab has changed a moment ago. Those that are deleted here are not among them. */
  measurements: readonly StudyMeasurement[];
  /** UUIDs of the studies of those that are deleted on this device only. */
  deletions: readonly string[];
  current: string | null;
  draft: Draft | null;
  /** Its text is being written on the picture. */
  writing: string | null;
  /** Why nothing can be measured in a pane. */
  refusal: { pane: number; why: string } | null;
  canUndo: boolean;
  canRedo: boolean;
}

interface Ports {
  /** Both resolve once it is stored on this device. `base`: the version that is shown, 0 for a new one. */
  save(measurement: { study: string; measurement: string; base: number; content: MeasurementContent }): Promise<void>;
  remove(measurement: { study: string; measurement: string }): Promise<void>;
  onFailed(error: unknown): void;
  newUuid(): string;
}

/** `null`: there is none. */
interface Change {
  study: string;
  uuid: string;
  before: MeasurementContent | null;
  after: MeasurementContent | null;
}

interface Recent extends Change {
  isStored: boolean;
  /** Lists since it was stored that do not have it yet. */
  lists: number;
}

/** A list that is told right after the storing may have been made before it. Later ones that lack it are right: the server has refused it. */
const MOST_STALE_LISTS = 3;

export type MeasureStore = ReturnType<typeof createMeasureStore>;

/** The measurements of a workstation, what is drawn at the moment, and the changes of this tab that can be undone. */
export function createMeasureStore(ports: Ports, author: ShownMeasurement['user']) {
  let known: readonly StudyMeasurement[] = [];
  /** Shown at once, until the database of the device shows them. */
  const recent = new Map<string, Recent>();
  let undo: Change[] = [];
  let redo: Change[] = [];
  let state: MeasureState = {
    ...{ measurements: [], deletions: [], current: null, draft: null, writing: null, refusal: null },
    ...{ canUndo: false, canRedo: false },
  };
  const listeners = new Set<() => void>();
  let onMade = (): void => undefined;

  function become(part: Partial<MeasureState>): void {
    state = { ...state, ...part, canUndo: undo.length > 0, canRedo: redo.length > 0 };
    for (const listener of listeners) listener();
  }

  function find(uuid: string | null): StudyMeasurement | null {
    return uuid === null ? null : (state.measurements.find((each) => each.uuid === uuid) ?? null);
  }

  function carryOut(change: Change): void {
    const { study, uuid, after } = change;
    const base = find(uuid)?.version ?? 0;
    const entry: Recent = { ...change, isStored: false, lists: 0 };
    recent.set(uuid, entry);
    const stored =
      after === null ? ports.remove({ study, measurement: uuid }) : ports.save({ study, measurement: uuid, base, content: after });
    stored.then(
      () => void (entry.isStored = true),
      (error: unknown) => {
        if (recent.get(uuid) === entry) recent.delete(uuid);
        become({ measurements: together(known, recent, author) });
        ports.onFailed(error);
      },
    );
    become({
      measurements: together(known, recent, author),
      ...(after === null && state.current === uuid && { current: null, writing: null }),
    });
  }

  function make(change: Change): void {
    undo = [...undo, change];
    redo = [];
    carryOut(change);
    onMade();
  }

  /** A deleted one cannot come back: it is made again, and earlier changes then mean the new one. */
  function goTo({ study, uuid, before, after }: Change): void {
    const exists = find(uuid) !== null;
    if (after !== null && !exists) {
      const again = ports.newUuid();
      const renamed = (change: Change): Change => (change.uuid === uuid ? { ...change, uuid: again } : change);
      [undo, redo] = [undo.map(renamed), redo.map(renamed)];
      carryOut({ study, uuid: again, before, after });
      become({ current: again });
    } else if (after !== null || exists) {
      carryOut({ study, uuid, before, after });
      if (after !== null) become({ current: uuid });
    }
  }

  function remove(uuid: string): void {
    const before = find(uuid);
    if (before === null || !before.editable) return;
    make({ study: before.study, uuid, before: contentOf(before), after: null });
  }

  return {
    read: () => state,
    /** Called whenever something was measured, changed or deleted that can be undone. */
    whenMade: (listener: () => void) => void (onMade = listener),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find,
    /** What the server and the outbox have. */
    know(measurements: readonly StudyMeasurement[]): void {
      known = measurements.filter(({ waits }) => waits !== 'deletion');
      for (const [uuid, entry] of recent) {
        if (!entry.isStored) continue;
        entry.lists += 1;
        const isListed = known.some((each) => each.uuid === uuid) === (entry.after !== null);
        if (isListed || entry.lists >= MOST_STALE_LISTS) recent.delete(uuid);
      }
      const shown = together(known, recent, author);
      const isGone = (uuid: string | null) => uuid !== null && !shown.some((each) => each.uuid === uuid);
      become({
        measurements: shown,
        deletions: measurements.flatMap(({ waits, study }) => (waits === 'deletion' ? [study] : [])),
        ...(isGone(state.current) && { current: null }),
        ...(isGone(state.writing) && { writing: null }),
      });
    },
    choose: (current: string | null) => become({ current, writing: state.writing === current ? current : null }),
    /** Whether there was a current one that is not any more. */
    letGo(): boolean {
      const { current, refusal } = state;
      become({ current: null, writing: null, refusal: null });
      return current !== null || refusal !== null;
    },
    write: (writing: string | null) => become({ writing }),
    refuse: (refusal: MeasureState['refusal']) => become({ refusal }),
    draw: (draft: Draft | null) => become({ draft, ...(draft !== null && { refusal: null }) }),
    /** Stores what was drawn, as a new measurement or a new version. `valuesOf` computes its values. */
    keep(valuesOf: (points: readonly PixelPoint[]) => MeasurementContent['measured']): void {
      const { draft } = state;
      if (draft === null) return;
      const { uuid, study, ...rest } = draft;
      const points = rounded(draft.points);
      const before = find(uuid);
      state = { ...state, draft: null };
      const after = {
        ...rest,
        points: points.map(([x, y]): [number, number] => [x, y]),
        text: before?.text ?? '',
        measured: valuesOf(points),
      };
      const made = uuid ?? ports.newUuid();
      make({ study, uuid: made, before: before && contentOf(before), after });
      become({ current: made, writing: uuid === null && (draft.kind === 'arrow' || draft.kind === 'key-image') ? made : null });
    },
    rename(uuid: string, text: string): void {
      const before = find(uuid);
      if (before === null || !before.editable || before.text === text.trim()) return;
      const content = contentOf(before);
      make({ study: before.study, uuid, before: content, after: { ...content, text: text.trim() } });
    },
    remove,
    removeCurrent(): void {
      if (state.current !== null) remove(state.current);
    },
    undo(): void {
      const last = undo.at(-1);
      if (last === undefined) return;
      undo = undo.slice(0, -1);
      redo = [...redo, last];
      goTo({ ...last, before: last.after, after: last.before });
    },
    redo(): void {
      const last = redo.at(-1);
      if (last === undefined) return;
      redo = redo.slice(0, -1);
      undo = [...undo, last];
      goTo(last);
    },
  };
}

/** Those of the server and the outbox, with the changes that neither has shown yet. */
function together(
  known: readonly StudyMeasurement[],
  recent: ReadonlyMap<string, Recent>,
  user: ShownMeasurement['user'],
): StudyMeasurement[] {
  const made = [...recent.values()].filter(({ uuid, after }) => after !== null && !known.some((each) => each.uuid === uuid));
  return [
    ...known.flatMap((each): StudyMeasurement[] => {
      const change = recent.get(each.uuid);
      if (change === undefined) return [each];
      return change.after === null ? [] : [{ ...each, ...change.after, waits: each.number === null ? 'number' : 'change' }];
    }),
    ...made.map(({ study, uuid, after }): StudyMeasurement => ({
      ...after!,
      ...{ study, uuid, user, number: null, version: 0, editable: true, created_at: null, updated_at: null, waits: 'number' },
    })),
  ];
}

function contentOf(measurement: MeasurementContent): MeasurementContent {
  const { series, grid, slice, sop, frame, kind, points, text, measured } = measurement;
  return { series, grid, slice, sop, frame, kind, points, text, measured };
}
