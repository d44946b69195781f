import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { classifyFile } from '#model/files/file-rules.ts';
import type { DeidentifyEnd, FileToTake, IntakeEnd, IntakeProgress, PickedFile, RoomNews } from '#workers/intake/types.ts';

/** The worker that copies and reads, as its handle offers it. */
export interface Intake {
  add(files: FileToTake[], hasWaited: boolean, onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd>;
  /** Records the files that are not handled yet, so that the next page can name them if this one is killed. */
  remember(pending: readonly FileToTake[]): Promise<void>;
  waitForRoom(bytesNeeded: number, signal: AbortSignal): Promise<RoomNews>;
  deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd>;
  close(): void;
}

/** Files that were dropped and are not on this device. */
export interface NotTaken {
  names: string[];
  bytes: number;
  /** One of them is an archive that is unpacked here: sent unopened to the server it needs less space. */
  hasArchive?: true;
}

export interface IntakeState {
  /** Null while nothing is being copied: then every file is on this device, waits for space, or was named. */
  copying: IntakeProgress | null;
  /** Files without space: copied as soon as there is some, while this page is open. */
  waiting: NotTaken | null;
  /** What could not be read from the last drop; null once the next one starts. */
  trouble: (NotTaken & { stored: number }) | null;
}

/** The state without the progress, which changes with every commit: for components that draw a whole page. */
export interface IntakeOutline extends Omit<IntakeState, 'copying'> {
  isCopying: boolean;
  /** More files are still to come: false a moment before the copying ends. */
  isGrowing: boolean;
}

interface IntakePorts {
  createIntake: () => Intake;
  /** `waited`: files that were copied after waiting for space. */
  onEnd: (end: IntakeEnd, waited: number) => void;
  /** The worker crashed: for bug reports. `trouble` informs the user. */
  onFault: (cause: unknown) => void;
}

const AT_REST: IntakeState = { copying: null, waiting: null, trouble: null };

/**
 * The files of one user, in the order of the drops. It outlives the page that shows it, so that navigating while files are copied loses
 * none. Files without space wait, with later drops, and are retried when space may be free.
 */
export class IntakeRun {
  #ports: IntakePorts;
  #intake: Intake | null = null;
  #state: IntakeState = AT_REST;
  #outline = outlineOf(AT_REST);
  #listeners = new Set<() => void>();
  /** Dropped, and not tried yet. */
  #given: FileToTake[] = [];
  #copying: FileToTake[] = [];
  /** Tried, and without space. */
  #waiting: FileToTake[] = [];
  /** The user dismissed them while they were being retried. */
  #isLeftOut = false;
  /** Ends the wait for space. */
  #wake: AbortController | null = null;
  #running: Promise<void> | null = null;
  /** Archives dropped on this page, by row id: the server may open what this device cannot. */
  #archives = new Map<string, PickedFile>();

  constructor(ports: IntakePorts) {
    this.#ports = ports;
  }

  /** Starts the worker ahead of the first drop. */
  warm(): void {
    this.#intake ??= this.#ports.createIntake();
  }

  /** Resolves when nothing is being copied or waits for space. */
  take(files: PickedFile[]): Promise<void> {
    const given = files.map((file) => ({ ...file, id: crypto.randomUUID() }));
    for (const file of given) if (isOpenable(file)) this.#archives.set(file.id, file);
    this.#given.push(...given);
    this.#wake?.abort();
    if (this.#running === null) {
      // Records all files before it copies any of them.
      this.#running = this.#run().finally(() => (this.#running = null));
    } else {
      void this.#remember();
    }
    return this.#running;
  }

  /** In parallel with copying. A crashed worker is replaced for the next attempt. */
  async deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd> {
    try {
      this.warm();
      return await this.#intake!.deidentify(seriesIds, rules);
    } catch (cause) {
      this.#dropIntake(cause);
      return 'fault';
    }
  }

  /** The archive of a row, or of a file in it; null if this page does not have it. Ids of files in it start with its id. */
  archiveOf(fileId: string): { archiveId: string; file: PickedFile } | null {
    const [archiveId = fileId] = fileId.split('.');
    const file = this.#archives.get(archiveId);
    return file === undefined ? null : { archiveId, file };
  }

  /** The user leaves out the files that wait for space. */
  leaveOut(): void {
    this.#isLeftOut = true;
    this.#showWaiting([]);
    void this.#remember();
    this.#wake?.abort();
  }

  state = (): IntakeState => this.#state;

  /** The same object until something in it changes. */
  outline = (): IntakeOutline => this.#outline;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#given.length > 0) {
      if (this.#waiting.length > 0) await this.#tryAgain();
      if (this.#given.length > 0) await this.#takeGiven();
      await this.#remember();
      if (this.#waiting.length > 0 && this.#given.length === 0) await this.#waitForRoom();
    }
  }

  async #takeGiven(): Promise<void> {
    const files = this.#given.splice(0);
    this.#show({ trouble: null });
    const end = await this.#copy(files, false);
    this.#showWaiting([...this.#waiting, ...end.noRoom]);
    this.#ports.onEnd(end, 0);
  }

  async #tryAgain(): Promise<void> {
    const files = this.#waiting;
    this.#isLeftOut = false;
    const end = await this.#copy(files, true);
    this.#showWaiting(this.#isLeftOut ? [] : end.noRoom);
    const still = new Set([...end.noRoom, ...end.faulted].map(({ file }) => file));
    this.#ports.onEnd(end, end.isCleared ? 0 : files.filter(({ file }) => !still.has(file)).length);
  }

  async #copy(files: FileToTake[], hasWaited: boolean): Promise<IntakeEnd> {
    this.#copying = files;
    this.#show({ copying: this.#progress({ picked: files.length, stored: 0, secondsLeft: null }) });
    await this.#remember();
    const end = await this.#copied(files, hasWaited);
    this.#copying = [];
    this.#show({ copying: null });
    if (end.faulted.length > 0) this.#show({ trouble: { ...notTaken(end.faulted), stored: end.stored } });
    return end;
  }

  /** A crashed worker is replaced for the next drop; what it had committed is on this device. */
  async #copied(files: FileToTake[], hasWaited: boolean): Promise<IntakeEnd> {
    let stored = 0;
    try {
      this.warm();
      return await this.#intake!.add(files, hasWaited, (progress) => {
        stored = progress.stored;
        this.#show({ copying: this.#progress(progress) });
      });
    } catch (cause) {
      this.#dropIntake(cause);
      return { stored, duplicates: 0, refused: 0, unsupported: 0, noRoom: [], faulted: files, isCleared: false };
    }
  }

  async #waitForRoom(): Promise<void> {
    const wake = new AbortController();
    this.#wake = wake;
    try {
      this.warm();
      const news = await this.#intake!.waitForRoom(notTaken(this.#waiting).bytes, wake.signal);
      if (news === 'cleared') this.leaveOut();
    } catch (cause) {
      if (wake.signal.aborted) return;
      this.#dropIntake(cause);
      // Free space would never be noticed, so the files are named instead of waiting.
      this.#show({ trouble: { ...notTaken(this.#waiting), stored: 0 } });
      this.#showWaiting([]);
    } finally {
      this.#wake = null;
    }
  }

  /** Names only; if they cannot be recorded, the files are copied anyway. */
  async #remember(): Promise<void> {
    this.warm();
    const pending = new Set([...this.#copying, ...this.#given, ...this.#waiting]);
    await this.#intake!.remember([...pending]).catch(this.#ports.onFault);
  }

  #dropIntake(cause: unknown): void {
    // Not called as a method, because the browser's reportError behind it refuses that.
    const { onFault } = this.#ports;
    onFault(cause);
    this.#intake?.close();
    this.#intake = null;
  }

  #showWaiting(files: FileToTake[]): void {
    this.#waiting = files;
    this.#show({ waiting: files.length > 0 ? notTaken(files) : null });
  }

  #progress(progress: IntakeProgress): IntakeProgress {
    return { ...progress, picked: progress.picked + this.#given.length };
  }

  #show(change: Partial<IntakeState>): void {
    this.#state = { ...this.#state, ...change };
    const next = outlineOf(this.#state);
    if (!isSame(next, this.#outline)) this.#outline = next;
    for (const listener of this.#listeners) listener();
  }
}

function isOpenable({ path, file, forServer }: PickedFile): boolean {
  const kind = classifyFile(path, file.size);
  return !forServer && (kind === 'archive' || kind === 'foreign-archive');
}

function outlineOf({ copying, waiting, trouble }: IntakeState): IntakeOutline {
  return { isCopying: copying !== null, isGrowing: isGrowing(copying), waiting, trouble };
}

export function isGrowing(copying: IntakeProgress | null): boolean {
  return copying !== null && copying.stored < copying.picked;
}

function isSame(a: IntakeOutline, b: IntakeOutline): boolean {
  return a.isCopying === b.isCopying && a.isGrowing === b.isGrowing && a.waiting === b.waiting && a.trouble === b.trouble;
}

function notTaken(files: readonly PickedFile[]): NotTaken {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  return { names: files.map(({ file }) => file.name), bytes, ...(files.some(isOpenable) && { hasArchive: true }) };
}
