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

/** What was computed in a workstation. Voxels are here only while a pane shows them (`closeUnseen`), and after a reload nothing is. */
export class ComputedStore {
  readonly #listeners = new Set<() => void>();
  #list: readonly Computed[] = [];

  read(): readonly Computed[] {
    return this.#list;
  }

  find(uuid: string | null): Computed | null {
    return this.#list.find((one) => one.uuid === uuid) ?? null;
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
    this.#list = [...this.#list, added];
    for (const listener of this.#listeners) listener();
    return added;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
