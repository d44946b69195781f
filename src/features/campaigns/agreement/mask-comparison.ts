import type { MaskOperation, MaskOperations } from '#contract/mask-operations.ts';
import type { KeptDices } from '#localdb/kept-dices.ts';
import type { Dices, MaskPair } from '#model/campaigns/mask-agreement.ts';
import type { MaskDices } from '#workers/agreement/handle.ts';

/** `gone`: a mask was deleted, or the user may not see it; `damaged`: an operation cannot be read. */
export type NotCompared = 'gone' | 'damaged';

export interface ComparisonState {
  /** `offline`: the server did not answer; what is left can be compared later. `failed`: the worker broke. */
  status: 'idle' | 'running' | 'offline' | 'failed';
  /** What this run has compared, and what it could not, by the key of the pair. */
  dices: ReadonlyMap<string, Dices>;
  failed: ReadonlyMap<string, NotCompared>;
}

interface Ports {
  /** Operations of a segmentation after a number. `later`: no answer. */
  fetch(study: string, segmentation: string, since: number): Promise<MaskOperations | 'gone' | 'later'>;
  createDices(): MaskDices;
  /** Stores all results so far, those of earlier runs too. */
  keep(dices: KeptDices): Promise<void>;
  now(): number;
  onFault(error: unknown): void;
}

type Mask = MaskPair['a'];
type Loaded = 'open' | 'empty' | NotCompared;

const KEEP_EVERY_MS = 1_000;
const IDLE: ComparisonState = { status: 'idle', dices: new Map(), failed: new Map() };

/** Compares the masks of a campaign, one case after the other: each mask is fetched and replayed once. */
export class MaskComparison {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  #state: ComparisonState = IDLE;
  #run: Run | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  read = (): ComparisonState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resolves when all pairs that are not `known` are compared, or could not be. */
  async start(pairs: readonly MaskPair[], known: KeptDices): Promise<void> {
    if (this.#run !== null) return;
    const worker = this.#ports.createDices();
    const run: Run = { worker, known: keptOf(pairs, known), dices: new Map(), failed: new Map(), keptAt: this.#ports.now() };
    this.#run = run;
    this.#tell('running', run);
    let status: ComparisonState['status'] = 'idle';
    try {
      const left = pairs.filter(({ key }) => !(key in run.known));
      for (const ofCase of Map.groupBy(left, (pair) => pair.case).values()) {
        if ((await this.#compareCase(run, ofCase)) === 'later') status = 'offline';
        if (status === 'offline' || this.#run !== run) break;
      }
    } catch (error) {
      // A worker that was ended on purpose answers nothing more.
      if (this.#run === run) this.#ports.onFault(error);
      status = 'failed';
    }
    if (this.#run !== run) return;
    this.#run = null;
    worker.end();
    await this.#keep(run);
    this.#tell(status, run);
  }

  /** What is compared stays. */
  cancel(): void {
    const run = this.#run;
    if (run === null) return;
    this.#run = null;
    run.worker.end();
    void this.#keep(run);
    this.#tell('idle', run);
  }

  async #compareCase(run: Run, pairs: readonly MaskPair[]): Promise<'later' | null> {
    const loaded = new Map<string, Loaded>();
    for (const pair of pairs) {
      for (const mask of [pair.a, pair.b]) {
        if (loaded.has(mask.segmentation)) continue;
        const found = await this.#load(run, pair, mask);
        if (this.#run !== run) return null;
        if (found === 'later') return 'later';
        loaded.set(mask.segmentation, found);
      }
      const [a, b] = [loaded.get(pair.a.segmentation)!, loaded.get(pair.b.segmentation)!];
      const why = [a, b].find((each) => each === 'gone' || each === 'damaged');
      if (why !== undefined) run.failed.set(pair.key, why);
      else {
        const asked = { a: a === 'open' ? pair.a.segmentation : null, b: b === 'open' ? pair.b.segmentation : null };
        run.dices.set(pair.key, await run.worker.dices({ ...asked, segments: pair.segments }));
      }
      if (this.#run !== run) return null;
      this.#tell('running', run);
    }
    for (const [segmentation, found] of loaded) if (found === 'open') await run.worker.close(segmentation);
    if (this.#ports.now() - run.keptAt >= KEEP_EVERY_MS) await this.#keep(run);
    return null;
  }

  async #load(run: Run, { study, size }: MaskPair, { segmentation, last }: Mask): Promise<Loaded | 'later'> {
    if (last === 0) return 'empty';
    const operations: MaskOperation[] = [];
    for (;;) {
      const since = operations.at(-1)?.number ?? 0;
      if (since >= last) break;
      const fetched = await this.#ports.fetch(study, segmentation, since);
      if (typeof fetched === 'string') return fetched;
      if (this.#run !== run || fetched.operations.length === 0) return 'gone';
      operations.push(...fetched.operations);
    }
    // The result is kept under this number: strokes that have arrived since are for the next list of masks.
    const until = operations.filter(({ number }) => number <= last);
    return (await run.worker.open({ segmentation, size, operations: until })) ? 'open' : 'damaged';
  }

  async #keep(run: Run): Promise<void> {
    run.keptAt = this.#ports.now();
    if (run.dices.size === 0) return;
    await this.#ports.keep({ ...run.known, ...Object.fromEntries(run.dices) }).catch((error: unknown) => this.#ports.onFault(error));
  }

  #tell(status: ComparisonState['status'], { dices, failed }: Run): void {
    this.#state = { status, dices: new Map(dices), failed: new Map(failed) };
    for (const listener of this.#listeners) listener();
  }
}

interface Run {
  worker: MaskDices;
  known: KeptDices;
  dices: Map<string, Dices>;
  failed: Map<string, NotCompared>;
  keptAt: number;
}

/** Of masks that have changed since, nothing is kept. */
function keptOf(pairs: readonly MaskPair[], known: KeptDices): KeptDices {
  return Object.fromEntries(pairs.flatMap(({ key }) => (known[key] === undefined ? [] : [[key, known[key]]])));
}
