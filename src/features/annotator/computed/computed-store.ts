import { computedId, type Recipe } from '#model/computed/recipe.ts';
import type { ComputedSource } from '#workers/voxels/types.ts';

/** A series that is computed on this device while it is shown. */
export interface Computed {
  /** In place of a UUID. */
  uuid: string;
  /** UUID of the series that it is computed from, and its id in the worker. */
  source: string;
  from: number;
  recipe: Recipe;
}

/** The computed series of a workstation. They are not kept: another tab, or this one after a reload, computes them again. */
export class ComputedStore {
  readonly #listeners = new Set<() => void>();
  #list: readonly Computed[] = [];

  read(): readonly Computed[] {
    return this.#list;
  }

  find(uuid: string | null): Computed | null {
    return this.#list.find((one) => one.uuid === uuid) ?? null;
  }

  /** The series that measurements belong to: of a computed series the one that it is computed from. */
  seriesOf(uuid: string): string {
    return this.find(uuid)?.source ?? uuid;
  }

  sourceOf(uuid: string): ComputedSource | null {
    const found = this.find(uuid);
    return found && { of: 'computed', from: found.from, recipe: found.recipe };
  }

  add(made: Omit<Computed, 'uuid'>): Computed {
    const uuid = computedId(made.source, made.recipe);
    const known = this.find(uuid);
    if (known !== null) return known;
    const added = { uuid, ...made };
    this.#change([...this.#list, added]);
    return added;
  }

  /** Forgets the others, and names them. */
  keepOnly(shown: ReadonlySet<string>): string[] {
    const dropped = this.#list.filter(({ uuid }) => !shown.has(uuid));
    if (dropped.length > 0) this.#change(this.#list.filter((one) => !dropped.includes(one)));
    return dropped.map(({ uuid }) => uuid);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(list: readonly Computed[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}
