import type { PickedFile } from '#workers/intake/types.ts';

/**
 * The files that the door refused and that this page can still read: a browser gives a file to one page, for as long as it is open. What is
 * said of them stands in rows of the local database, which outlive it.
 */
export class RefusedHere {
  #fileById = new Map<string, PickedFile>();
  #ids: ReadonlySet<string> = new Set();
  #listeners = new Set<() => void>();
  #turn: Promise<void> = Promise.resolve();

  /** With the ids of their rows; a file that was given before, and not touched since, is not listed twice. */
  add(files: readonly PickedFile[]): { id: string; picked: PickedFile }[] {
    const known = new Set([...this.#fileById.values()].map(placeOf));
    const added = files.filter((picked) => !known.has(placeOf(picked))).map((picked) => ({ id: crypto.randomUUID(), picked }));
    for (const { id, picked } of added) this.#fileById.set(id, picked);
    this.#tell();
    return added;
  }

  /** Gives the files of these rows away: they are read now, or the person does without. */
  remove(ids: readonly string[]): PickedFile[] {
    const files = ids.flatMap((id) => this.#fileById.get(id) ?? []);
    for (const id of ids) this.#fileById.delete(id);
    this.#tell();
    return files;
  }

  /** What became of the other rows without this page is over here as well. */
  keep(ids: readonly string[]): void {
    const kept = new Set(ids);
    this.remove([...this.#ids].filter((id) => !kept.has(id)));
  }

  /** One after the other: the rows of one gift are written before the next looks which rows are still there. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  ids = (): ReadonlySet<string> => this.#ids;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    this.#ids = new Set(this.#fileById.keys());
    for (const listener of this.#listeners) listener();
  }
}

/** Only for two gifts to one page: what is the same file here may hold other bytes tomorrow. */
function placeOf({ path, file }: PickedFile): string {
  return `${file.size} ${file.lastModified} ${path}`;
}
