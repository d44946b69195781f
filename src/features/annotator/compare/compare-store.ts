import type { Comparison, MaskComparison } from '#workers/comparison/handle.ts';
import type {
  ComparedNews,
  ComparedPair,
  ComparedWhere,
  EarlierState,
  MaskComparisons,
  MaskSource,
  NotCompared,
} from '#workers/masks/types.ts';
import type { Line } from '#model/overlays/graphic.ts';
import type { FetchedLabels } from '#features/annotator/proposals/proposal-store.ts';
import { PlaneMasks } from '#features/annotator/masks/plane-masks.ts';
import { matchedSegments, type MatchedSide } from '#model/match-segments.ts';

/** A segmentation that is compared: as it is now (`at` is null), or as it was. */
export interface Side extends MatchedSide {
  /** Different for each segmentation and state. */
  id: string;
  source: MaskSource;
  at: EarlierState | null;
  /** Id of the result of a model that it is, whose values its segments are; null: people have drawn it. */
  proposal: number | null;
  /** The series that it is drawn on. */
  series: string;
}

export type SideStatus = 'opening' | 'open' | 'grid' | 'damaged' | 'not-here' | 'offline' | 'failed';

export type RowResult =
  | { ok: true; comparison: MaskComparison; isResampled: boolean; isCut: boolean }
  | { ok: false; why: NotCompared | 'failed' };

/** A segment of either side, or of both. */
export interface ComparedRow {
  key: string;
  title: string;
  a: string | null;
  b: string | null;
  /** Null while it is computed for the first time, and if only one side has the segment. */
  result: RowResult | null;
}

export interface CompareState {
  /** The mode is on. */
  isOn: boolean;
  /** How often it was asked for since: whoever asks again wants to see it. */
  begun: number;
  /** The panes show the difference in place of what is drawn. */
  isShown: boolean;
  /** What somebody has chosen for either side, by the id of the side; null: nothing yet. */
  chosen: { a: string | null; b: string | null };
  a: Side | null;
  b: Side | null;
  rows: readonly ComparedRow[];
  /** Key of the row whose difference is shown. */
  selected: string | null;
  /** B may be resampled to the slices of A. */
  resample: boolean;
  /** Sides that vote for a majority, by their id; null: A and B. */
  voters: readonly string[] | null;
}

/** Lines on a picture: around what only one of both has, and around each. */
export interface Difference {
  onlyA: readonly Line[];
  onlyB: readonly Line[];
  a: readonly Line[];
  b: readonly Line[];
}

interface Ports {
  masks: MaskComparisons;
  createComparison(): Comparison;
  /** The label map of the result of a model. */
  labelsOf(proposal: number): Promise<FetchedLabels>;
  /** Calls back after a pause in drawing; the result cancels it. */
  afterPause(call: () => void): () => void;
}

interface Opened {
  key: string;
  side: Side;
  status: SideStatus;
  news: ComparedNews | null;
}

interface Computed {
  versions: string;
  result: RowResult;
}

const OFF: CompareState = {
  ...{ isOn: false, begun: 0, isShown: false, chosen: { a: null, b: null }, a: null, b: null },
  ...{ rows: [], selected: null, resample: false, voters: null },
};

/** Two segmentations of a workstation, how their segments differ, and the difference on the pictures. */
export class CompareStore {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  /** By the id of the side; also those that only vote. */
  readonly #opened = new Map<string, Opened>();
  readonly #computed = new Map<string, Computed>();
  #state: CompareState = OFF;
  #planes: PlaneMasks<ComparedWhere> | null = null;
  #planesOf = '';
  #comparison: Comparison | null = null;
  #cancelPause: (() => void) | null = null;
  #computing: string | null = null;
  readonly #differences = new WeakMap<object, Difference>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  read = (): CompareState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** `a`: the id of the side that is compared with another. */
  begin(a: string): void {
    const { begun, chosen } = this.#state;
    this.#become({ isOn: true, begun: begun + 1, isShown: true, chosen: { a, b: chosen.b === a ? null : chosen.b } });
  }

  end(): void {
    this.show(null, null, []);
    this.#comparison?.end();
    this.#comparison = null;
    this.#become(OFF);
  }

  setShown(isShown: boolean): void {
    if (this.#state.isOn && this.#state.isShown !== isShown) this.#become({ isShown });
  }

  choose(side: 'a' | 'b', id: string): void {
    this.#become({ chosen: { ...this.#state.chosen, [side]: id }, resample: false });
  }

  select(row: string): void {
    this.#become({ selected: row });
    this.#compute();
  }

  setVoters(voters: readonly string[]): void {
    this.#become({ voters });
  }

  setResample(resample: boolean): void {
    this.#become({ resample });
    this.#compute();
  }

  /** What is compared, and what else votes for a majority. Opens what is not open yet, and closes the rest. */
  show(a: Side | null, b: Side | null, voters: readonly Side[]): void {
    const wanted = new Map([a, b, ...voters].flatMap((side) => (side === null ? [] : [[side.id, side] as const])));
    for (const [id, { key, side }] of this.#opened) {
      if (wanted.get(id)?.source.gridHash === side.source.gridHash) continue;
      this.#ports.masks.closeCompared(key);
      this.#opened.delete(id);
    }
    const { a: beforeA, b: beforeB } = this.#state;
    if (beforeA?.id !== a?.id || beforeB?.id !== b?.id) this.#forget();
    this.#become({ a, b });
    for (const side of wanted.values()) {
      const opened = this.#opened.get(side.id);
      if (opened === undefined) void this.#open(side);
      else opened.side = side;
    }
    this.#compute();
  }

  statusOf(id: string): SideStatus | null {
    return this.#opened.get(id)?.status ?? null;
  }

  /** The key of an open side in the worker, and its segments with voxels; null: it is not open. */
  openedOf(id: string): { key: string; drawn: ReadonlySet<string> } | null {
    const opened = this.#opened.get(id);
    if (opened?.status !== 'open') return null;
    return { key: opened.key, drawn: new Set(opened.news?.segments.flatMap(({ segment, voxels }) => (voxels > 0 ? [segment] : []))) };
  }

  row(key: string | null): ComparedRow | null {
    return this.#state.rows.find((row) => row.key === key) ?? null;
  }

  /** What is to be drawn on the picture of a pane; null: nothing is compared, or it is not known yet. The same value while nothing has changed. */
  over(pane: number, key: string, where: ComparedWhere): Difference | null {
    const row = this.row(this.#state.selected);
    const pair = row && this.#pairOf(row);
    if (pair === null) return null;
    this.#planesFor(pair);
    const known = this.#planes!.on(pane, key, where);
    if (known === null) return null;
    const made = this.#differences.get(known);
    if (made !== undefined) return made;
    const linesOf = (name: string): readonly Line[] => known.segments.find(({ segment }) => segment === name)?.lines ?? [];
    const difference = { onlyA: linesOf('onlyA'), onlyB: linesOf('onlyB'), a: linesOf('a'), b: linesOf('b') };
    this.#differences.set(known, difference);
    return difference;
  }

  async #open(side: Side): Promise<void> {
    const opened: Opened = { key: crypto.randomUUID(), side, status: 'opening', news: null };
    this.#opened.set(side.id, opened);
    const isOpen = (): boolean => this.#opened.get(side.id) === opened;
    const learn = (news: ComparedNews): void => {
      if (!isOpen()) return;
      [opened.news, opened.status] = [news, news.isHere ? 'open' : 'not-here'];
      this.#planes?.outdate();
      this.#become({});
      this.#waitAndCompute();
    };
    const refuse = (status: SideStatus): void => {
      if (!isOpen()) return;
      opened.status = status;
      this.#become({});
    };
    try {
      const { source, at } = side;
      const fetched = side.proposal === null ? null : await this.#ports.labelsOf(side.proposal);
      if (!isOpen()) return;
      if (fetched?.ok === false) return refuse(fetched.why === 'offline' ? 'offline' : 'failed');
      const labels = fetched && {
        nifti: fetched.bytes,
        segments: side.segments.map(({ uuid }) => ({ segment: uuid, value: Number(uuid) })),
      };
      const answer = await this.#ports.masks.openCompared(opened.key, { source, at, labels }, learn);
      if ('noMask' in answer) refuse(answer.noMask);
      else learn(answer);
    } catch (error) {
      reportError(error);
      refuse('failed');
    }
  }

  /** Other segmentations are compared: what is computed for those before is of no use any more. */
  #forget(): void {
    this.#planes?.end();
    this.#planes = null;
    this.#planesOf = '';
    this.#computed.clear();
    this.#become({ selected: null, resample: false });
    if (this.#computing === null) return;
    this.#comparison?.end();
    [this.#comparison, this.#computing] = [null, null];
  }

  #pairOf({ a: inA, b: inB }: Pick<ComparedRow, 'a' | 'b'>): ComparedPair | null {
    const { a, b, resample } = this.#state;
    const [first, second] = [a && this.#opened.get(a.id), b && this.#opened.get(b.id)];
    if (first?.status !== 'open' || second?.status !== 'open') return null;
    // A segment that one of them does not have is empty there.
    return { a: { key: first.key, segment: inA ?? '' }, b: { key: second.key, segment: inB ?? '' }, resample };
  }

  #planesFor(pair: ComparedPair): void {
    const of = JSON.stringify(pair);
    if (this.#planes !== null && this.#planesOf === of) return;
    this.#planes?.end();
    this.#planesOf = of;
    this.#planes = new PlaneMasks<ComparedWhere>(
      async (where) => {
        const on = await this.#ports.masks.comparedOn(pair, where);
        if (on === null) return [];
        const { width, height, a, b } = on;
        const parts = { a, b, onlyA: without(a, b), onlyB: without(b, a) };
        return Object.entries(parts).map(([segment, mask]) => ({ segment, width, height, mask }));
      },
      () => this.#become({}),
    );
  }

  #become(part: Partial<CompareState>): void {
    const next = { ...this.#state, ...part };
    const rows = this.#rowsOf(next);
    const selected = rows.some(({ key }) => key === next.selected) ? next.selected : (rows[0]?.key ?? null);
    this.#state = { ...next, rows, selected };
    for (const listener of this.#listeners) listener();
  }

  /** Segments in which nothing was ever drawn on either side say nothing. */
  #rowsOf({ a, b }: CompareState): ComparedRow[] {
    if (a === null || b === null) return [];
    const drawn = [a, b].map((side) => this.openedOf(side.id)?.drawn ?? new Set<string>());
    return matchedSegments([a, b]).flatMap(({ title, uuids }): ComparedRow[] => {
      const [inA, inB] = uuids as [string | null, string | null];
      if (inA === null && !drawn[1]!.has(inB!)) return [];
      if (inB === null && !drawn[0]!.has(inA!)) return [];
      const key = `${inA ?? ''} ${inB ?? ''}`;
      return [{ key, title, a: inA, b: inB, result: this.#computed.get(key)?.result ?? null }];
    });
  }

  #waitAndCompute(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
    const next = this.#next();
    if (next === null) return;
    // What was never computed is wanted at once.
    if (next.row.result === null) this.#compute();
    else this.#cancelPause = this.#ports.afterPause(() => this.#compute());
  }

  #versionsOf({ a: inA, b: inB }: ComparedRow): string | null {
    const { a, b, resample } = this.#state;
    const versions = [[a, inA] as const, [b, inB] as const].map(([side, uuid]) => {
      const opened = side && this.#opened.get(side.id);
      if (opened?.status !== 'open') return null;
      return opened.news?.segments.find(({ segment }) => segment === uuid)?.version ?? 'empty';
    });
    return versions.includes(null) ? null : [...versions, resample].join(' ');
  }

  /** The selected one first. Also rows of one side, for their volume. */
  #next(): { row: ComparedRow; versions: string } | null {
    const { rows, selected } = this.#state;
    for (const row of rows.toSorted((one, other) => Number(other.key === selected) - Number(one.key === selected))) {
      const versions = this.#versionsOf(row);
      if (versions !== null && this.#computed.get(row.key)?.versions !== versions) return { row, versions };
    }
    return null;
  }

  #compute(): void {
    const next = this.#computing === null ? this.#next() : null;
    const pair = next && this.#pairOf(next.row);
    if (next === null || pair === null) return;
    const running = crypto.randomUUID();
    this.#computing = running;
    void this.#resultOf(pair).then((result) => {
      // Ended meanwhile, or something else is compared.
      if (this.#computing !== running) return;
      this.#computing = null;
      this.#computed.set(next.row.key, { versions: next.versions, result });
      this.#become({});
      this.#compute();
    });
  }

  async #resultOf(pair: ComparedPair): Promise<RowResult> {
    try {
      const shapes = await this.#ports.masks.comparedShapes(pair);
      if (!shapes.ok) return shapes;
      const { a, b, space, isResampled, isCut } = shapes;
      this.#comparison ??= this.#ports.createComparison();
      return { ok: true, comparison: await this.#comparison.compare(a, b, space), isResampled, isCut };
    } catch (error) {
      reportError(error);
      this.#comparison?.end();
      this.#comparison = null;
      return { ok: false, why: 'failed' };
    }
  }
}

function without(a: Uint8Array<ArrayBuffer>, b: Uint8Array): Uint8Array<ArrayBuffer> {
  return a.map((bit, at) => bit & (b[at]! ^ 1));
}
