import type { Voxel, VoxelSpace } from '#model/grids/voxel-space.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { MaskState, MaskStore, OpenMask, ShownMask, Target } from '#features/annotator/masks/mask-store.ts';
import { NO_MASKS, ProposedLines } from '#features/annotator/masks/proposed-lines.ts';
import type { Bits } from '#workers/inference/types.ts';
import { slicesToBits, takenBits, type Scribbles } from '#workers/scribbles/handle.ts';
import type { RegionKind, Scribble, ScribbledPart, ScribbleFacts, TakeHow } from '#workers/scribbles/types.ts';
import { notTakenText, problemText, type ScribbleProblem } from './scribble-texts.ts';

export interface ScribbleState {
  /** What a stroke says, unless Alt turns it round. */
  isOutside: boolean;
  widthMm: number;
  region: RegionKind;
  how: TakeHow;
  /** Of the current segment, the last one last. */
  strokes: readonly Scribble[];
  /** The pen is down. */
  live: Scribble | null;
  /** `loading`: the values are on their way. `done`: all slices are computed. */
  status: 'idle' | 'loading' | 'computing' | 'done';
  /** Slices that are computed, and of what. Null: none is yet. */
  progress: Pick<ScribbledPart, 'done' | 'total'> | null;
  facts: ScribbleFacts | null;
  /** From the last stroke until all slices that are looked at were there. */
  visibleMs: number | null;
  /** Why the last thing did not work, for a person. */
  problem: string | null;
}

interface Ports {
  masks: Pick<MaskStore, 'read' | 'subscribe' | 'shapeOf' | 'correct' | 'colourOf' | 'imageOf'>;
  createScribbles(): Scribbles;
  /** Slices of the grid that are looked at. */
  visible(): readonly number[];
}

/** A worker that has the values of a mask's series. */
interface Session {
  mask: OpenMask;
  space: VoxelSpace;
  scribbles: Scribbles;
}

interface Found {
  segment: string;
  space: VoxelSpace;
  bits: Bits;
}

const NOTHING = { status: 'idle', progress: null, facts: null, visibleMs: null, problem: null } as const;
const FIRST: ScribbleState = {
  ...{ isOutside: false, widthMm: 2, region: 'near', how: 'add' },
  ...{ strokes: [], live: null },
  ...NOTHING,
};
export const WIDTH_MM = { least: 0.5, most: 20, step: 0.5 } as const;

/** Strokes that teach trees the current segment. What they find is shown, and stored when it is taken. Strokes are kept until this page is closed. */
export class ScribbleStore {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  readonly #lines = new ProposedLines();
  readonly #unsubscribe: () => void;
  /** Strokes of the segments that are not the current one. */
  readonly #kept = new Map<string, readonly Scribble[]>();
  #state = FIRST;
  #seen: Pick<MaskState, 'mask' | 'current'>;
  #session: Session | null = null;
  #target: Target | null = null;
  #found: Found | null = null;
  /** One computation at a time. The one before ends at its next slices, because it is not wanted any more. */
  #turn: Promise<void> = Promise.resolve();
  /** The number of the newest computation. Others are not wanted. */
  #run = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#seen = ports.masks.read();
    this.#unsubscribe = ports.masks.subscribe(() => this.#follow());
  }

  read = (): ScribbleState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setOutside(isOutside: boolean): void {
    this.#change({ isOutside });
  }

  setWidth(widthMm: number): void {
    this.#change({ widthMm: Math.min(WIDTH_MM.most, Math.max(WIDTH_MM.least, widthMm)) });
  }

  step(direction: 1 | -1): void {
    this.setWidth(this.#state.widthMm + direction * WIDTH_MM.step);
  }

  setHow(how: TakeHow): void {
    this.#change({ how });
  }

  setRegion(region: RegionKind): void {
    if (region === this.#state.region) return;
    this.#change({ region });
    void this.#compute();
  }

  /** Puts the pen down on a picture. `isOther`: the stroke says the other thing than is chosen. */
  begin(target: Target, point: { x: number; y: number }, isOther: boolean): void {
    const { isOutside, widthMm } = this.#state;
    this.#target = target;
    this.#change({ live: { isInside: isOutside === isOther, widthMm, on: 'slice' in target.where ? 'slice' : 'space', path: [] } });
    this.extend([point]);
  }

  extend(way: readonly { x: number; y: number }[]): void {
    const { live } = this.#state;
    if (live === null) return;
    const path: Voxel[] = [...live.path, ...way.map((point) => this.#target!.toVoxel(point))];
    this.#change({ live: { ...live, path } });
  }

  finish(): void {
    const { live, strokes } = this.#state;
    if (live === null) return;
    this.#change({ live: null, strokes: [...strokes, live] });
    void this.#compute();
  }

  drop(): void {
    this.#change({ live: null });
  }

  /** Takes the last stroke back. */
  undo(): void {
    const { strokes } = this.#state;
    if (strokes.length === 0) return;
    this.#change({ strokes: strokes.slice(0, -1) });
    void this.#compute();
  }

  discard(): void {
    this.#forget();
    this.#change({ strokes: [], live: null });
  }

  /** The segment becomes as it was found, as one action. If that is refused, the strokes stay. */
  async accept(): Promise<void> {
    const [found, { status, how, strokes }] = [this.#found, this.#state];
    if (found === null || status !== 'done') return;
    const shape = await this.#ports.masks.shapeOf(found.segment);
    if (shape === null || found !== this.#found) return;
    const after = takenBits(how, shape.bits, found.bits, found.space, strokes);
    const answer = await this.#ports.masks.correct(found.segment, shape.bits, after, 'scribbles');
    if (found !== this.#found) return;
    if (!answer.ok) return this.#change({ problem: notTakenText(answer.why) });
    this.discard();
  }

  /** The tool was put away: memory is returned, if there are no strokes. */
  rest(): void {
    if (this.#state.strokes.length === 0) this.#endSession();
  }

  end(): void {
    this.#unsubscribe();
    this.#run += 1;
    this.#endSession();
  }

  /** What was found, dashed, on a slice of the grid or a plane. `key`: of the picture. */
  over(key: string, where: { slice: number } | { plane: ImagePlane }): readonly ShownMask[] {
    if (this.#found === null) return NO_MASKS;
    const { segment } = this.#found;
    return this.#lines.over(key, where, { ...this.#found, colour: this.#ports.masks.colourOf(segment), isFilled: true });
  }

  /** Computes the segment anew from all strokes. */
  #compute(): Promise<void> {
    const { strokes } = this.#state;
    if (new Set(strokes.map(({ isInside }) => isInside)).size < 2) {
      this.#forget();
      return this.#turn;
    }
    const run = (this.#run += 1);
    const since = performance.now();
    this.#change({ status: this.#session === null ? 'loading' : 'computing', problem: null, progress: null, visibleMs: null });
    this.#turn = this.#turn.then(async () => {
      if (run !== this.#run) return;
      try {
        const problem = await this.#answer(run, since);
        if (run === this.#run) this.#change(problem === null ? { status: 'done' } : { ...NOTHING, problem: problemText(problem) });
      } catch (error) {
        reportError(error);
        this.#endSession();
        if (run === this.#run) this.#change({ ...NOTHING, problem: problemText('failed') });
      }
    });
    return this.#turn;
  }

  async #answer(run: number, since: number): Promise<ScribbleProblem | null> {
    const { mask, current } = this.#ports.masks.read();
    if (mask === null || current === null) return 'closed';
    const session = await this.#open(mask, run);
    if (typeof session === 'string' || run !== this.#run) return typeof session === 'string' ? session : null;
    const { strokes, region } = this.#state;
    this.#change({ status: 'computing' });
    let bits: Bits = { size: session.space.size, blocks: new Map() };
    const left = new Set(this.#ports.visible());
    const answer = await session.scribbles.compute({ scribbles: strokes, region }, [...left], (part) => {
      if (run !== this.#run) return null;
      const { facts, slices, done, total } = part;
      bits = slicesToBits(bits, facts.box, slices);
      for (const { slice } of slices) left.delete(slice);
      const isSeen = ![...left].some((slice) => slice >= facts.box.from[2] && slice <= facts.box.to[2]);
      this.#become({ segment: current, space: session.space, bits });
      this.#change({ facts, progress: { done, total }, visibleMs: this.#state.visibleMs ?? (isSeen ? performance.now() - since : null) });
      return this.#ports.visible();
    });
    if (answer.ok) return null;
    if (run === this.#run) this.#become(null);
    return answer.why;
  }

  /** The session that there is, or a new one. */
  async #open(mask: OpenMask, run: number): Promise<Session | ScribbleProblem> {
    if (this.#session?.mask === mask) return this.#session;
    this.#endSession();
    const found = await this.#ports.masks.imageOf();
    if (!found.ok) return found.why === 'no-volume' || found.why === 'no-values' || found.why === 'too-large' ? found.why : 'closed';
    if (run !== this.#run) return 'closed';
    const { space, samples } = found.image;
    const session = { mask, space, scribbles: this.#ports.createScribbles() };
    this.#session = session;
    await session.scribbles.open({ space, samples });
    return session;
  }

  #endSession(): void {
    this.#session?.scribbles.end();
    this.#session = null;
    // A worker that was ended never answers: nobody may wait for it.
    this.#turn = Promise.resolve();
  }

  /** What was found, and what is being computed. */
  #forget(): void {
    this.#run += 1;
    this.#become(null);
    this.#change(NOTHING);
  }

  /** Another segment has strokes of its own. Those of another mask are forgotten. */
  #follow(): void {
    const { mask, current } = this.#ports.masks.read();
    const before = this.#seen;
    if (mask === before.mask && current === before.current) return;
    this.#seen = { mask, current };
    if (mask !== before.mask) {
      this.#kept.clear();
      this.#endSession();
    } else if (before.current !== null) this.#kept.set(before.current, this.#state.strokes);
    this.#forget();
    this.#change({ live: null, strokes: this.#kept.get(current ?? '') ?? [] });
    void this.#compute();
  }

  #become(found: Found | null): void {
    this.#found = found;
    this.#lines.clear();
  }

  #change(part: Partial<ScribbleState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
