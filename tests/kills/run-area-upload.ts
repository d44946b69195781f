import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { FileItem, FileWork } from '#contract/file-areas.ts';
import { areaFiles } from '#tests/support/area-files.ts';
import { httpRequest, type HttpRequest } from '#tests/support/http.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import type { Lane, OpenedPage } from './lane.ts';
import { createRandom, type Random } from './random.ts';
import { describeFault, planFault, type Fault } from './schedule.ts';
import { strike } from './strike.ts';
import { until } from './until.ts';
import { Visit } from './visit.ts';

/** The file manager, by somebody who may upload into the area of their team. */
export const FILE_MANAGER: OpenedPage = { path: '/admin/commander', person: DEMO.admin, ready: '[role="grid"]' };

const HEALTHY_MS = 120_000;
const LONGEST_WAIT_MS = 4_000;

export interface AreaOutcome {
  /** Path → text, of what was given and of what the folder has in the end. */
  given: Record<string, string>;
  found: Record<string, string>;
  works: { state: string; failure: string | null }[];
  /** How often the folder was given: again only if the page was closed while it was copied. */
  times: number;
  /** Kills that struck while files were on their way. */
  kills: number;
  events: string[];
}

/** A person gives a folder to the file manager, and everything goes wrong until it is on the server. */
export async function runAreaUpload(lane: Lane, seed: number): Promise<AreaOutcome> {
  const random = createRandom(seed);
  const name = `given-${seed}`;
  const folder = join(await lane.newFolder(), name);
  const given = await writeFiles(folder, seed, random);
  lane.traffic.beginAnew();
  const visit = await Visit.begin(lane);
  const server = { request: (path: string, asked?: HttpRequest) => httpRequest(at(lane, path), asked) };
  const files = areaFiles(server, await bearerOf(server, DEMO.admin));
  const before = new Set((await worksOf(files)).map(({ uuid }) => uuid));
  const newWorks = async () => (await worksOf(files)).filter(({ uuid }) => !before.has(uuid));
  const person = new Person(lane, visit, folder, async () => (await newWorks()).length > 0);
  try {
    const kills = await person.uploadUnder(planFaults(random), random);
    const isRunning = ({ state }: FileWork): boolean => state === 'waiting' || state === 'running';
    await until(async () => !(await newWorks()).some(isRunning), HEALTHY_MS, 'a work runs on');
    const found = Object.fromEntries((await pathsBelow(files, `/north/${name}`)).map((path) => [path.slice('/north/'.length), '']));
    for (const path of Object.keys(found)) found[path] = await files.read(`/north/${path}`);
    const works = (await newWorks()).map(({ state, failure }) => ({ state, failure }));
    return { given, found, works, times: person.times, kills, events: person.events };
  } catch (cause) {
    throw new Error([`seed ${seed}`, ...person.events].join('\n'), { cause });
  } finally {
    await visit.end();
    lane.gate.open();
    await rm(dirname(folder), { recursive: true, force: true });
  }
}

const at = (lane: Lane, path: string): string => `http://app.localhost:${lane.server.port()}${path}`;

const worksOf = async (files: ReturnType<typeof areaFiles>): Promise<FileWork[]> =>
  (await files.call<{ data: FileWork[] }>('works', {})).data;

async function pathsBelow(files: ReturnType<typeof areaFiles>, dir: string): Promise<string[]> {
  const { data } = await files.call<{ data: FileItem[] }>('ls', { dir });
  const below = await Promise.all(data.map(({ path, isDir }) => (isDir ? pathsBelow(files, path) : [path])));
  return below.flat().toSorted();
}

/** Small ones, some of which are alike or empty, and one that spans several chunks. All of it is text, which differs from one seed to the next. */
async function writeFiles(folder: string, seed: number, random: Random): Promise<Record<string, string>> {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const texts: Record<string, string> = { 'empty.txt': '', 'alike/one.txt': 'the same words', 'alike/two.txt': 'the same words' };
  for (let part = 0; part < random.between(8, 20); part += 1)
    texts[`part-${part % 3}/case ${part}.txt`] = noise(`${seed}/${part}`, random.between(1, 300_000));
  texts['part-0/deep/large.txt'] = noise(`${seed}/large`, random.between(5_000_000, 9_000_000));
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${name}/${path}`, text]));
}

/** Does not repeat, so that a piece in a wrong place is found. */
function noise(label: string, length: number): string {
  const bytes = createHash('shake256', { outputLength: Math.ceil((length * 3) / 4) })
    .update(label)
    .digest();
  return bytes.toString('base64url').slice(0, length);
}

/** The browser is killed twice, the server once, and whatever else happens is in between. */
function planFaults(random: Random): Fault[] {
  const faults: Fault[] = [
    { kind: 'kill the browser', withPage: random.chance(0.5) },
    { kind: 'kill the server', downMs: random.between(0, 300) },
    { kind: 'kill the browser', withPage: random.chance(0.5) },
  ];
  for (let more = random.between(0, 2); more > 0; more -= 1) faults.splice(random.between(0, faults.length), 0, planFault(random));
  return faults;
}

class Person {
  times = 0;
  readonly events: string[] = [];
  readonly #lane: Lane;
  readonly #visit: Visit;
  readonly #folder: string;
  readonly #isOnServer: () => Promise<boolean>;
  readonly #startedMs = performance.now();
  /** The page that copies the folder, unless it was ended. */
  #copies: Page | null = null;

  /** `isOnServer`: the server knows of the upload. */
  constructor(lane: Lane, visit: Visit, folder: string, isOnServer: () => Promise<boolean>) {
    this.#isOnServer = isOnServer;
    this.#lane = lane;
    this.#visit = visit;
    this.#folder = folder;
  }

  /** Returns how many kills struck before everything was on the server. */
  async uploadUnder(faults: readonly Fault[], random: Random): Promise<number> {
    await this.#visit.launch();
    await this.#give();
    let kills = 0;
    for (const [index, fault] of faults.entries()) {
      // The first one may strike while the files are copied onto the device.
      if (index > 0) await this.#waitForChunks(random.between(0, 2));
      await pause(random.between(0, 600));
      const left = await this.#left();
      this.#say(`${describeFault(fault)}, ${left}, ${this.#lane.traffic.taken.chunks} chunks were taken`);
      if (fault.kind.startsWith('kill') && left !== 'nothing is left') kills += 1;
      if (fault.kind === 'reload') this.#copies = null;
      await strike(this.#lane, this.#visit, fault);
    }
    this.#lane.gate.loseAnswers(0);
    this.#lane.gate.open();
    await this.#visit.setOffline(false);
    await until(() => this.#isSent(), HEALTHY_MS, 'not everything reached the server');
    this.#say('nothing is left on the device');
    return kills;
  }

  /** What somebody does who sees that the page was closed while it copied: they cancel, and give the folder again. So if nothing of it is there. */
  async #isSent(): Promise<boolean> {
    const page = await this.#visit.page();
    const uploads = await this.#uploads();
    if (uploads.some(({ halt }) => halt !== null)) throw new Error(`It stopped: ${JSON.stringify(uploads)}`);
    if (this.#copies === page && uploads.length > 0) return false;
    if (uploads.some(({ phase }) => phase === 'none')) {
      this.#say(`cancel ${JSON.stringify(uploads)}`);
      await page.getByRole('list', { name: 'Works' }).getByRole('button', { name: 'Cancel', exact: true }).first().click();
      await until(async () => (await this.#uploads()).length === 0, HEALTHY_MS, 'it was not cancelled');
    } else if (uploads.length > 0) return false;
    else if (await this.#isOnServer()) return true;
    await this.#give();
    return false;
  }

  async #give(): Promise<void> {
    const page = await this.#visit.page();
    await page.locator('[role="grid"]').first().waitFor();
    this.times += 1;
    this.#say('give the folder');
    await page.locator('input[type=file][aria-label="Upload a folder"]').setInputFiles(this.#folder);
    await until(async () => (await this.#uploads()).length > 0, HEALTHY_MS, 'nothing happened');
    this.#copies = page;
  }

  async #uploads() {
    const page = this.#visit.pages()[0];
    return page === undefined ? [] : this.#lane.device.areaUploads(page);
  }

  async #left(): Promise<string> {
    if (this.#visit.pages().length === 0) return 'no page is open';
    const uploads = await this.#uploads().catch(() => []);
    return uploads.length === 0 ? 'nothing is left' : uploads.map(({ phase, files }) => `${files} files are ${phase}`).join(', ');
  }

  async #waitForChunks(count: number): Promise<void> {
    const { traffic } = this.#lane;
    const enough = traffic.taken.chunks + count;
    await until(async () => traffic.taken.chunks >= enough, LONGEST_WAIT_MS, 'late').catch(() => undefined);
  }

  #say(event: string): void {
    this.events.push(`${((performance.now() - this.#startedMs) / 1000).toFixed(2)} s  ${event}`);
  }
}
