import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { hashesOnServer } from '#tests/support/stored-files.ts';
import type { DeviceState } from './device-reader.ts';
import type { Lane } from './lane.ts';
import { Ledger } from './ledger.ts';
import { planSchedule, planSlowSchedule, describeFault, type Fault, type Schedule } from './schedule.ts';
import { strike } from './strike.ts';
import { makeStudy, type MadeStudy } from './study.ts';
import { until } from './until.ts';
import { Visit } from './visit.ts';

/**
 * `lost`: something that the device called stored is gone or changed, or Process was undone. `stuck`: everything is there, but it does not reach
 * the server although browser, page, network and server work. `plain`: kept, but hardly compressed over a slow link, so that the schedule did not
 * test what it should.
 */
export type Verdict = { kind: 'kept' } | { kind: 'lost' | 'stuck' | 'plain'; what: string };

export interface Outcome {
  seed: number;
  verdict: Verdict;
  events: string[];
  seconds: number;
}

/** Maximum time to finish once faults have ended. Quick tries take up to 15 s, and the longest pause after a single fault is 19 s. */
const HEALTHY_MS = 120_000;

/** It takes two or three seconds from a start of the browser or the server to the next chunk. */
const LONGEST_WAIT_MS = 4_000;

/** Planted losses, to show that these tests would notice one. */
export interface Plants {
  beforeProcess?: (lane: Lane, page: Page) => Promise<void>;
  beforeVerdict?: (lane: Lane, study: MadeStudy) => Promise<void>;
}

export async function runSchedule(lane: Lane, seed: number, plants: Plants = {}): Promise<Outcome> {
  const startedMs = performance.now();
  const folder = await lane.newFolder();
  lane.traffic.beginAnew();
  const schedule = lane.isSlow ? planSlowSchedule(seed) : planSchedule(seed);
  const visit = await Visit.begin(lane);
  const run = new ScheduleRun({ lane, schedule, visit, study: await makeStudy(folder, schedule.study), plants });
  const verdict = await run.run().catch((error: unknown): Verdict => {
    return error instanceof Loss
      ? { kind: 'lost', what: error.message }
      : { kind: 'stuck', what: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  });
  await visit.end();
  lane.gate.open();
  await rm(folder, { recursive: true, force: true });
  return { seed, verdict, events: run.events, seconds: (performance.now() - startedMs) / 1000 };
}

class Loss extends Error {
  override readonly name = 'Loss';
}

interface Parts {
  lane: Lane;
  schedule: Schedule;
  visit: Visit;
  study: MadeStudy;
  plants: Plants;
}

class ScheduleRun {
  readonly events: string[] = [];
  readonly #ledger = new Ledger();
  readonly #startedMs = performance.now();
  readonly #lane: Lane;
  readonly #schedule: Schedule;
  readonly #visit: Visit;
  readonly #study: MadeStudy;
  readonly #plants: Plants;
  /** The page that copies the folder, unless it was ended. */
  #dropped: Page | null = null;

  constructor({ lane, schedule, visit, study, plants }: Parts) {
    this.#lane = lane;
    this.#schedule = schedule;
    this.#visit = visit;
    this.#study = study;
    this.#plants = plants;
  }

  async run(): Promise<Verdict> {
    const { faults, faultsBeforeProcess } = this.#schedule;
    await this.#visit.launch();
    await this.#visit.screen();
    await this.#drop();
    for (const [index, { afterMs, afterChunks, fault }] of faults.entries()) {
      if (index === faultsBeforeProcess) await this.#process({ offline: this.#schedule.processOffline });
      await this.#waitForChunks(afterChunks);
      // The only place where time passes by itself, because a fault can strike at any time.
      await pause(afterMs);
      await this.#strike(fault);
    }
    await this.#heal();
    await this.#process({ offline: false });
    await this.#plants.beforeVerdict?.(this.#lane, this.#study);
    return this.#judge();
  }

  /** There may be nothing left to send, or no context that can send. */
  async #waitForChunks(count: number): Promise<void> {
    const { traffic } = this.#lane;
    const enough = traffic.taken.chunks + count;
    await until(async () => traffic.taken.chunks >= enough, LONGEST_WAIT_MS, 'late').catch(() => undefined);
  }

  #say(event: string): void {
    this.events.push(`${((performance.now() - this.#startedMs) / 1000).toFixed(2)} s  ${event}`);
  }

  /** Notes what the device calls stored now, before the next fault. */
  async #note(): Promise<void> {
    this.#ledger.add(await this.#visit.device());
  }

  /**
   * Like a user who wants to send the study: drops the folder again if a fault interrupted the copying, and presses Process if that was not done.
   */
  async #process({ offline }: { offline: boolean }): Promise<void> {
    const screen = await this.#visit.screen();
    await this.#expectKept();
    if (screen !== 'ready' && screen !== 'preview') return this.#note();
    const page = await this.#visit.page();
    if ((await this.#filesOnDevice()) < this.#study.files.size && this.#dropped !== page) await this.#drop();
    await until(async () => (await this.#filesOnDevice()) === this.#study.files.size, HEALTHY_MS, 'not every file reached the device');
    await this.#note();
    await this.#plants.beforeProcess?.(this.#lane, page);
    await this.#expectKept();
    if (offline) await this.#visit.setOffline(true);
    await this.#visit.pressProcess();
    await until(async () => (await this.#visit.device())?.upload?.phase !== 'none', HEALTHY_MS, 'Process did nothing');
    await this.#note();
    this.#say(`Process${offline ? ' without a network' : ''}, ${this.#ledger.stored().length} files are stored`);
  }

  async #drop(): Promise<void> {
    this.#say(`drop ${this.#study.files.size} files`);
    await this.#visit.drop(this.#study.path);
    this.#dropped = await this.#visit.page();
  }

  async #filesOnDevice(): Promise<number> {
    return (await this.#visit.device())?.files.length ?? 0;
  }

  /** Before Process, everything that was stored is on the device, readable and shown on the screen. */
  async #expectKept(): Promise<void> {
    const device = await this.#visit.device();
    if (device === null) return;
    const isPending = device.upload === null || device.upload.phase === 'none';
    if (!isPending) return;
    if (this.#ledger.processed) throw new Loss('Process was undone');
    const gone = this.#ledger.missingFrom(new Set(device.files.map(({ sha256 }) => sha256)));
    if (gone.length > 0) throw new Loss(`${this.#names(gone)} of what was stored: no row on the device`);
    const broken = await this.#lane.device.unreadable(await this.#visit.page());
    if (broken.length > 0) throw new Loss(`${this.#names(broken)} of what was stored: not readable on the device`);
    const wanted = new Set(this.#ledger.stored().flatMap(({ seriesId }) => seriesId ?? []));
    if (wanted.size === 0) return;
    // The screen follows the device some tenths of a second later, or more on a busy machine.
    const isShown = async (): Promise<boolean> => {
      const shown = new Set(await this.#visit.seriesOnScreen());
      return [...wanted].every((seriesId) => shown.has(seriesId));
    };
    await until(isShown, HEALTHY_MS, new Loss('What was stored is not on the screen'));
  }

  async #strike(fault: Fault): Promise<void> {
    await this.#note();
    this.#say(
      `${describeFault(fault)}, ${this.#ledger.stored().length} files are stored, ${this.#lane.traffic.taken.chunks} chunks were taken`,
    );
    if (fault.kind === 'reload') this.#dropped = null;
    await strike(this.#lane, this.#visit, fault);
  }

  async #reload(): Promise<void> {
    this.#dropped = null;
    await this.#visit.reload();
  }

  /** From now on there are no faults: the server answers, and the browser has an open page and a network. */
  async #heal(): Promise<void> {
    this.#say(`heal${this.#schedule.healByReload ? ' and reload' : ''}`);
    this.#lane.gate.loseAnswers(0);
    this.#lane.gate.open();
    await this.#visit.setOffline(false);
    if (this.#schedule.healByReload) await this.#reload();
    await this.#visit.page();
  }

  /** Every promised file is on the server's disk, byte for byte, under its name, and the device knows it. */
  async #judge(): Promise<Verdict> {
    let device: DeviceState | null = null;
    const isDone = async (): Promise<boolean> => {
      device = await this.#visit.device();
      return isSent(device) || isHalted(device);
    };
    await until(isDone, HEALTHY_MS, 'late').catch(() => undefined);
    // `sent` means that the server verified every file, so that is checked immediately.
    const server = await this.#onServer();
    const missing = this.#ledger.missingFrom(server);
    this.#say(`${server.size} files are on the server, ${missing.length} are missing, the upload is ${sayUpload(device)}`);
    if (missing.length === 0 && isSent(device)) return this.#judgeTraffic();
    const waiting = new Set(stored(device));
    for (const sha256 of await this.#lane.device.unreadable(await this.#visit.page())) waiting.delete(sha256);
    const lost = this.#ledger.missingFrom(server, waiting);
    if (lost.length > 0) return { kind: 'lost', what: `${this.#names(lost)}: not on the server, and not readable on the device` };
    return { kind: 'stuck', what: `${this.#names(missing)} not on the server, the upload is ${sayUpload(device)}` };
  }

  /** Some files of a study for a slow link cannot be compressed. */
  #judgeTraffic(): Verdict {
    const { chunks, parts, deflatedParts, wireBytes, plainBytes } = this.#lane.traffic.taken;
    const what = `${deflatedParts} of ${parts} parts in ${chunks} chunks came deflated, ${plainBytes} bytes as ${wireBytes}`;
    this.#say(what);
    const isDeflated = deflatedParts > parts / 2 && wireBytes < plainBytes / 2;
    return this.#lane.isSlow && !isDeflated ? { kind: 'plain', what } : { kind: 'kept' };
  }

  /** Hashes of the files on the server's disk that have the correct name. */
  async #onServer(): Promise<Set<string>> {
    const lines = await hashesOnServer(this.#lane.dataDir, { patientName: this.#study.patientName });
    const isRight = (line: string): boolean => this.#study.files.get(line.slice(0, 64)) === line.slice(66);
    return new Set(lines.filter(isRight).map((line) => line.slice(0, 64)));
  }

  #names(hashes: readonly string[]): string {
    const names = hashes.slice(0, 3).map((sha256) => `${this.#study.files.get(sha256)} (${sha256.slice(0, 8)})`);
    return `${hashes.length} files [${names.join(', ')}${hashes.length > 3 ? ', ...' : ''}]`;
  }
}

function isSent(device: DeviceState | null): boolean {
  return device?.upload?.phase === 'sent' || device?.upload?.phase === 'ended';
}

/** It waits for the user although there are no faults. */
function isHalted(device: DeviceState | null): boolean {
  return device?.upload != null && device.upload.halt !== null;
}

/** Files that wait here to be sent. */
function stored(device: DeviceState | null): string[] {
  return (device?.files ?? []).filter(({ state }) => state === 'stored').map(({ sha256 }) => sha256);
}

function sayUpload(device: DeviceState | null): string {
  if (device?.upload == null) return 'not known';
  const { phase, halt } = device.upload;
  return halt === null ? phase : `${phase}, halted: ${halt}`;
}
