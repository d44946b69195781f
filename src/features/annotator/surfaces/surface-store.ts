import type { LayerLook } from '#features/annotator/overlays/layer-look.ts';
import { FIRST_LOOK } from '#features/annotator/overlays/layer-look.ts';
import type { MaskState, MaskStore } from '#features/annotator/masks/mask-store.ts';
import { nameOf } from '#features/annotator/masks/mask-texts.ts';
import type { Surfaces } from '#workers/surfaces/handle.ts';
import type { SmoothSurface, Surfaced } from '#workers/surfaces/types.ts';

export type NoSurface = Exclude<Surfaced, { ok: true }>['why'] | 'failed';

/** A visible segment with voxels. */
export interface ShownSurface {
  segment: string;
  name: string;
  colour: string;
  /** From 0 to 1. */
  opacity: number;
  /** Of the last state of which one was made; null: none yet, or there is none. */
  surface: SmoothSurface | null;
  problem: NoSurface | null;
}

interface Ports {
  masks: Pick<MaskStore, 'read' | 'subscribe' | 'shapeOf' | 'colourOf'>;
  createSurfaces(): Surfaces;
  /** Calls back after a pause in drawing; the result cancels it. */
  afterPause(call: () => void): () => void;
}

interface Made {
  version: number;
  surface: SmoothSurface | null;
  problem: NoSurface | null;
}

/** Surfaces of the visible segments of the open mask. One is computed at a time; until it is here, the one before it is shown. */
export class SurfaceStore {
  readonly #ports: Ports;
  readonly #listeners = new Set<() => void>();
  readonly #unsubscribe: () => void;
  readonly #made = new Map<string, Made>();
  #worker: Surfaces | null = null;
  #shown: readonly ShownSurface[] = [];
  #from: MaskState | null = null;
  #cancel: (() => void) | null = null;
  #isComputing = false;
  #ends = false;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#unsubscribe = ports.masks.subscribe(() => this.#follow());
    this.#follow();
  }

  /** The same list while nothing has changed. */
  read = (): readonly ShownSurface[] => this.#shown;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  end(): void {
    this.#ends = true;
    this.#cancel?.();
    this.#unsubscribe();
    this.#worker?.end();
  }

  /** The masks change with every move of the pen. */
  #follow(): void {
    const now = this.#ports.masks.read();
    const before = this.#from;
    const isSame = (['mask', 'news', 'segments', 'hidden', 'looks'] as const).every((part) => before?.[part] === now[part]);
    if (before !== null && isSame) return;
    this.#from = now;
    if (before?.mask !== now.mask) this.#made.clear();
    this.#tell();
    if (before?.news !== now.news || before?.hidden !== now.hidden) this.#wait();
  }

  /** After each change of a bit the pause begins again; a segment without a surface needs none. */
  #wait(): void {
    this.#cancel?.();
    this.#cancel = null;
    const next = this.#next();
    if (next === null || this.#isComputing) return;
    if (!this.#made.has(next.segment)) void this.#compute();
    else this.#cancel = this.#ports.afterPause(() => void this.#compute());
  }

  #next(): { segment: string; version: number } | null {
    const known = visible(this.#ports.masks.read());
    return known.find(({ segment, version }) => this.#made.get(segment)?.version !== version) ?? null;
  }

  async #compute(): Promise<void> {
    const next = this.#next();
    if (next === null || this.#isComputing) return;
    this.#isComputing = true;
    const { mask } = this.#ports.masks.read();
    const made = await this.#surfaceOf(next.segment);
    this.#isComputing = false;
    if (this.#ends) return;
    if (this.#ports.masks.read().mask === mask && made !== null) {
      this.#made.set(next.segment, { version: next.version, ...made });
      this.#tell();
    }
    // Closed meanwhile: what follows is told by the masks.
    if (made !== null) this.#wait();
  }

  /** Null: the mask was closed. */
  async #surfaceOf(segment: string): Promise<Omit<Made, 'version'> | null> {
    try {
      const shape = await this.#ports.masks.shapeOf(segment);
      if (shape === null || this.#ends) return null;
      this.#worker ??= this.#ports.createSurfaces();
      const made = await this.#worker.smoothSurface(shape);
      return made.ok ? { surface: made.surface, problem: null } : { surface: null, problem: made.why };
    } catch (error) {
      reportError(error);
      this.#worker?.end();
      this.#worker = null;
      return { surface: null, problem: 'failed' };
    }
  }

  #tell(): void {
    const state = this.#ports.masks.read();
    this.#shown = visible(state).map(({ segment, title }): ShownSurface => {
      const { surface, problem } = this.#made.get(segment) ?? { surface: null, problem: null };
      const opacity = opacityOf(state.looks.get(segment) ?? FIRST_LOOK);
      return { ...{ segment, opacity, surface, problem }, name: nameOf(title), colour: this.#ports.masks.colourOf(segment) };
    });
    for (const listener of this.#listeners) listener();
  }
}

function visible({ news, segments, hidden, status }: MaskState): { segment: string; title: string | null; version: number }[] {
  if (status !== 'open' && status !== 'opening') return [];
  return segments.flatMap(({ uuid, title }) => {
    const known = hidden.has(uuid) ? undefined : news?.segments.find((one) => one.uuid === uuid);
    return known === undefined || known.voxels === 0 ? [] : [{ segment: uuid, title, version: known.version }];
  });
}

/** A fill that lets an image through is too thin for a surface; a segment that is an outline is a shell around others. */
export function opacityOf({ drawn, opacity }: LayerLook): number {
  return drawn === 'outline' ? Math.max(0.3, opacity) : Math.min(1, Math.max(0.15, 4 * opacity));
}
