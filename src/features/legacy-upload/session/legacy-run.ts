import type { GivenFile } from '#ui/upload/read-dropped.ts';
import type { FileToStage, StagingEnd } from '#workers/stager/types.ts';

interface Staging {
  stage(uploadId: string, files: FileToStage[], onProgress: (handled: number) => void): Promise<StagingEnd>;
}

export interface RunState {
  /** Files that are being copied onto this device; null if none. */
  copying: { handled: number; total: number } | null;
  /** Files of the last drop that are not stored here. */
  noRoom: readonly string[];
  faulted: readonly string[];
  /** Polling for the reading result was given up, until the user retries. */
  hasGivenUp: boolean;
  /** Minimised to the corner on its own page as well. */
  isSmall: boolean;
}

const AT_REST: RunState = { copying: null, noRoom: [], faulted: [], hasGivenUp: false, isSmall: false };

interface RunPorts {
  createStager: () => Staging;
  /** The upload that files are added to. */
  openUpload: () => Promise<string>;
  /** Never without a result: `duplicates` were here already. */
  onEnd: (end: StagingEnd) => void;
  onFault: (cause: unknown) => void;
}

/** State that lives as long as the tab, in addition to the database: the panel on its page and the one in the corner show the same. */
export class LegacyRun {
  readonly #ports: RunPorts;
  #stager: Staging | null = null;
  #state = AT_REST;
  #listeners = new Set<() => void>();
  /** Drops are handled one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ports: RunPorts) {
    this.#ports = ports;
  }

  readonly state = (): RunState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  show(change: Partial<RunState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when all of them are stored on this device or were named as missing. */
  take(files: readonly GivenFile[]): Promise<void> {
    const given = files.map((file) => ({ ...file, id: crypto.randomUUID() }));
    const { copying } = this.#state;
    this.show({ copying: { handled: copying?.handled ?? 0, total: (copying?.total ?? 0) + given.length }, noRoom: [], faulted: [] });
    this.#turn = this.#turn.then(() => this.#copy(given));
    return this.#turn;
  }

  async #copy(files: FileToStage[]): Promise<void> {
    const before = this.#state.copying?.handled ?? 0;
    const end = await this.#staged(files, (handled) => this.#tell(before + handled));
    this.#tell(before + files.length);
    const { copying, noRoom, faulted } = this.#state;
    const isOver = copying === null || copying.handled >= copying.total;
    this.show({
      copying: isOver ? null : copying,
      noRoom: [...noRoom, ...pathsOf(end.noRoom)],
      faulted: [...faulted, ...pathsOf(end.faulted)],
    });
    this.#ports.onEnd(end);
  }

  /** After a fault the affected files are named, never lost silently. */
  async #staged(files: FileToStage[], onProgress: (handled: number) => void): Promise<StagingEnd> {
    try {
      this.#stager ??= this.#ports.createStager();
      return await this.#stager.stage(await this.#ports.openUpload(), files, onProgress);
    } catch (cause) {
      const { onFault } = this.#ports;
      onFault(cause);
      return { kept: 0, duplicates: 0, noRoom: [], faulted: files };
    }
  }

  #tell(handled: number): void {
    const { copying } = this.#state;
    if (copying !== null) this.show({ copying: { ...copying, handled } });
  }
}

function pathsOf(files: readonly FileToStage[]): string[] {
  return files.map(({ path }) => path);
}
