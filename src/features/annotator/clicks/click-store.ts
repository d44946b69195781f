import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import type { MaskState, MaskStore, OpenMask, ShownMask } from '#features/annotator/masks/mask-store.ts';
import { NO_MASKS, ProposedLines } from '#features/annotator/masks/proposed-lines.ts';
import type { Bits, Click, Unlike } from '#workers/inference/types.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { ClickModel } from './click-models.ts';
import { notTakenText, problemText, type ClickProblem } from './click-texts.ts';

export interface ClickState {
  /** Those that suit the series that is drawn on. */
  models: readonly ClickModel[];
  /** UUID of the version that is used; null: there is none. */
  chosen: string | null;
  /** What answers clicks. */
  where: 'device' | 'worker';
  /** What a click says, unless Alt or the right button turn it round. */
  isOutside: boolean;
  /** `loading`: model and images are on their way; `computing`: a click is being answered. */
  status: 'idle' | 'loading' | 'computing';
  /** Why the last thing did not work, for a person. */
  problem: string | null;
  /** Answered, and not accepted yet. */
  clicks: readonly Click[];
  /** In what the images are unlike those of the training. */
  unlike: readonly Unlike[];
}

export type AnsweredClick = { ok: true; mask: Bits } | { ok: false; why: ClickProblem };

/** Images and a model that are ready for clicks. */
export type OpenedForClicks =
  | {
      ok: true;
      unlike: readonly Unlike[];
      /** The mask after the last click. Rejects if it is broken: it then answers no more. */
      correct(mask: Bits, clicks: readonly Click[]): Promise<AnsweredClick>;
      /** Also while it computes. Returns memory. */
      end(): void;
    }
  | { ok: false; why: ClickProblem };

interface Ports {
  masks: Pick<MaskStore, 'read' | 'subscribe' | 'shapeOf' | 'correct' | 'colourOf'>;
  open(mask: OpenMask, model: ClickModel, where: ClickState['where']): Promise<OpenedForClicks>;
}

/** What has the images of a mask and a model. */
interface Session {
  mask: OpenMask;
  opened: Extract<OpenedForClicks, { ok: true }>;
}

/** What is proposed: the segment as it was, and as it would be after each click. */
interface Pending {
  segment: string;
  space: VoxelSpace;
  before: Bits;
  after: readonly Bits[];
}

const FIRST: ClickState = {
  models: [],
  chosen: null,
  where: 'device',
  isOutside: false,
  status: 'idle',
  problem: null,
  clicks: [],
  unlike: [],
};

/** Clicks that correct the current segment with a model. What they would change is shown, and stored when it is accepted. */
export class ClickStore {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  readonly #lines = new ProposedLines();
  readonly #unsubscribe: () => void;
  #state = FIRST;
  #seen: Pick<MaskState, 'mask' | 'current'>;
  #session: Session | null = null;
  #pending: Pending | null = null;
  /** Clicks are answered one after the other: each is shown the mask after the one before. */
  #turn: Promise<void> = Promise.resolve();
  /** Grows when everything that was begun is to be forgotten. */
  #era = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#seen = ports.masks.read();
    this.#unsubscribe = ports.masks.subscribe(() => this.#follow());
  }

  read = (): ClickState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  know(models: readonly ClickModel[]): void {
    const { chosen } = this.#state;
    const isThere = models.some(({ version }) => version.uuid === chosen);
    this.#change({ models });
    if (!isThere) this.choose(models[0]?.version.uuid ?? null);
  }

  choose(version: string | null): void {
    if (version === this.#state.chosen) return;
    this.discard();
    this.#endSession();
    this.#change({ chosen: version, unlike: [] });
  }

  answerOn(where: ClickState['where']): void {
    if (where === this.#state.where) return;
    this.discard();
    this.#endSession();
    this.#change({ where, unlike: [] });
  }

  setOutside(isOutside: boolean): void {
    this.#change({ isOutside });
  }

  /** A click on a voxel of the mask. `isOther`: it says the other thing than is chosen. */
  async click(place: Voxel, isOther: boolean): Promise<void> {
    const click: Click = { place, isInside: this.#state.isOutside === isOther };
    const era = this.#era;
    this.#turn = this.#turn.then(async () => {
      if (era !== this.#era) return;
      try {
        await this.#answer(click, era);
      } catch (error) {
        reportError(error);
        this.#endSession();
        if (era === this.#era) this.#change({ status: 'idle', problem: problemText('failed') });
      }
    });
    return this.#turn;
  }

  hasPending = (): boolean => this.#pending !== null;

  /** Takes the last click back. */
  undo(): void {
    const pending = this.#pending;
    if (pending === null) return;
    if (pending.after.length === 1) return this.discard();
    this.#become({ ...pending, after: pending.after.slice(0, -1) }, this.#state.clicks.slice(0, -1));
  }

  discard(): void {
    this.#era += 1;
    this.#become(null, []);
    this.#change({ status: 'idle', problem: null });
  }

  /** The segment becomes as it is proposed, as one action. If that is refused, the clicks stay. */
  async accept(): Promise<void> {
    const pending = this.#pending;
    if (pending === null) return;
    const { segment, before, after } = pending;
    const answer = await this.#ports.masks.correct(segment, before, after.at(-1)!);
    if (pending !== this.#pending) return;
    if (!answer.ok) return this.#change({ problem: notTakenText(answer.why) });
    this.discard();
  }

  /** The tool was put away: memory is returned, if nothing waits for a decision. */
  rest(): void {
    if (this.#pending === null) this.#endSession();
  }

  end(): void {
    this.#unsubscribe();
    this.#era += 1;
    this.#endSession();
  }

  /** What the segment would be, dashed, on a slice of the grid or a plane. `key`: of the picture. */
  over(key: string, where: { slice: number } | { plane: ImagePlane }): readonly ShownMask[] {
    const pending = this.#pending;
    if (pending === null) return NO_MASKS;
    const { segment, space, after } = pending;
    return this.#lines.over(key, where, { segment, colour: this.#ports.masks.colourOf(segment), space, bits: after.at(-1)! });
  }

  async #answer(click: Click, era: number): Promise<void> {
    const { mask, current } = this.#ports.masks.read();
    const model = this.#state.models.find(({ version }) => version.uuid === this.#state.chosen);
    if (mask === null || current === null || model === undefined) return;
    this.#change({ status: 'loading', problem: null });
    const session = await this.#open(mask, model, era);
    if (era !== this.#era) return;
    if (typeof session === 'string') return this.#change({ status: 'idle', problem: problemText(session) });
    const pending = this.#pending ?? (await this.#begin(current));
    if (era !== this.#era) return;
    if (pending === null) return this.#change({ status: 'idle', problem: problemText('no-volume') });
    const { size } = pending.before;
    if (!click.place.every((at, axis) => at >= 0 && at < size[axis]!))
      return this.#change({ status: 'idle', problem: problemText('beyond') });
    this.#change({ status: 'computing' });
    const clicks = [...this.#state.clicks, click];
    const answer = await session.opened.correct(pending.after.at(-1) ?? pending.before, clicks);
    if (era !== this.#era) return;
    if (!answer.ok) {
      // The next click begins another one.
      if (answer.why !== 'model') this.#endSession();
      return this.#change({ status: 'idle', problem: problemText(answer.why) });
    }
    this.#become({ ...pending, after: [...pending.after, answer.mask] }, clicks);
    this.#change({ status: 'idle' });
  }

  async #begin(segment: string): Promise<Pending | null> {
    const shape = await this.#ports.masks.shapeOf(segment);
    return shape === null || shape.space === null ? null : { segment, space: shape.space, before: shape.bits, after: [] };
  }

  /** The session that there is, or a new one. */
  async #open(mask: OpenMask, model: ClickModel, era: number): Promise<Session | ClickProblem> {
    if (this.#session?.mask === mask) return this.#session;
    const opened = await this.#ports.open(mask, model, this.#state.where);
    if (!opened.ok) return opened.why;
    if (era !== this.#era) {
      opened.end();
      return 'closed';
    }
    this.#session = { mask, opened };
    this.#change({ unlike: opened.unlike });
    return this.#session;
  }

  #endSession(): void {
    this.#session?.opened.end();
    this.#session = null;
    // A worker that was ended never answers: nobody may wait for it.
    this.#turn = Promise.resolve();
  }

  /** Another mask or segment: what was proposed for the one before is forgotten. */
  #follow(): void {
    const { mask, current } = this.#ports.masks.read();
    if (mask === this.#seen.mask && current === this.#seen.current) return;
    if (mask !== this.#seen.mask) this.#endSession();
    this.#seen = { mask, current };
    this.discard();
  }

  #become(pending: Pending | null, clicks: readonly Click[]): void {
    this.#pending = pending;
    this.#lines.clear();
    this.#change({ clicks });
  }

  #change(part: Partial<ClickState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
