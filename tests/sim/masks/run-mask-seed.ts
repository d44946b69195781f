import { Dexie } from 'dexie';
import type { MaskOperation } from '#contract/mask-operations.ts';
import { bytesToOperation } from '#imaging/mask/operations/operation-bytes.ts';
import { runsToBits, type Change } from '#imaging/mask/bits/change.ts';
import { createHash, runsOfHashes, type Hash } from '#imaging/mask/operations/block-store.ts';
import { bytesToBulk } from '#imaging/mask/operations/bulk-bytes.ts';
import type { Stroke } from '#imaging/mask/operations/operation.ts';
import { openContent } from '#localdb/masks/journal.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { withFault } from '#localdb/fault-points.example.ts';
import { base64ToBytes } from '#model/base64.ts';
import { box, MaskDevice, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { bytesOf } from '#tests/fixtures/random-bits.ts';
import { Random } from '#tests/sim/random.ts';
import type { Computation, Gesture, MaskSource } from '#workers/masks/types.ts';
import { replayByVoxel, type Meant } from './oracle.ts';

const [COLUMNS, ROWS, SLICES] = [35, 34, 2];
const SEGMENTS = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`);
const PAIRS = SEGMENTS.flatMap((segment) => SEGMENTS.filter((other) => other !== segment).map((other) => [segment, other] as const));
const STEPS = 240;
/** Snapshots are made more often than they are outside the simulation. */
const SNAPSHOT_EVERY = 2;
/** Users who come later. */
const LATER = [4, 5, 6, 7, 8];
const FIRST_READER = 6;
const LAST = 9;
/** Requests of IndexedDB in one act of a tab, about: a kill comes at one of them. */
const MOST_REQUESTS = 14;

interface Device {
  userId: number;
  name: number;
  tabs: MaskDevice[];
  isAway: boolean;
  /** The first step in which this device does something. */
  from: number;
  /** What is being drawn, until it is known whether it was stored. */
  drawing: Meant | null;
}

interface Place {
  segment: string;
  /** Left, top, right, bottom, as indexes of columns and rows. */
  corners: readonly [number, number, number, number];
  slice: number;
  isSet: boolean;
}

/** How often: a run in which nothing happens verifies nothing. */
export interface Happened {
  computed: number;
  proposals: number;
  kills: number;
  undone: number;
  settled: number;
  lostAnswers: number;
  keptAside: number;
  handedIn: number;
  /** Devices that ended with the snapshot from which they had started, and those that had to read everything. */
  stayed: number;
  wentBack: number;
}

let made = 0;

/**
 * People draw on one segmentation, on several devices and in several tabs, which are killed, lose the network, repeat and lose answers. Then all of that ends, and
 * everything is sent and received. `wrong`: null if nothing is.
 */
export async function runMaskSeed(seed: number): Promise<{ wrong: string | null; happened: Happened }> {
  const run = new Run(seed, await createHash());
  const { happened } = run;
  try {
    for (let step = 0; step < STEPS; step += 1) {
      await run.step(step);
      if (step === STEPS / 2) await run.meet();
    }
    return { wrong: run.wrong ?? (await run.end()), happened };
  } finally {
    await run.close();
  }
}

class Run {
  readonly #random: Random;
  readonly #server = new MaskServer();
  readonly #source: MaskSource;
  readonly #devices: Device[];
  /** People have seen almost everything when they draw. Otherwise almost nothing can be replayed from a snapshot. */
  readonly #isCalm: boolean;
  /** What the person did, by the operation that came of it. */
  readonly #meant = new Map<string, Meant>();
  /** Operations of which a tab said that they are stored. */
  readonly #stored = new Set<string>();
  /** Hashes of snapshots, by number. */
  readonly #snapshots = new Map<number, string>();
  readonly #now = Date.now;
  readonly happened: Happened = {
    computed: 0,
    proposals: 0,
    kills: 0,
    undone: 0,
    settled: 0,
    lostAnswers: 0,
    keptAside: 0,
    handedIn: 0,
    stayed: 0,
    wentBack: 0,
  };
  wrong: string | null = null;

  readonly #hash: Hash;

  constructor(seed: number, hash: Hash) {
    this.#random = new Random(seed);
    this.#hash = hash;
    const uuid = (last: number): string => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
    this.#source = {
      ...{ study: uuid(1), segmentation: uuid(2), gridHash: 'a'.repeat(64), grid: straightGrid(COLUMNS, ROWS, SLICES) },
      isExclusive: this.#random.chance(0.4),
    };
    this.#isCalm = seed % 2 === 0;
    // The first person has two devices. Others come later, and some of them only look.
    this.#devices = [1, 1, 2, 3, ...LATER].map((userId, at) => ({
      ...{ userId, name: 7_000_000 + (made += 1), tabs: [], isAway: false, drawing: null },
      from: at < 4 ? 0 : this.#random.int(STEPS / 3, STEPS + 20),
    }));
  }

  async step(step: number): Promise<void> {
    const random = this.#random;
    const device = random.pick(this.#devices.filter(({ from }) => from <= step));
    if (random.chance(device.isAway ? 0.15 : this.#isCalm ? 0.01 : 0.12)) device.isAway = !device.isAway;
    // A clock that jumps by years changes nothing.
    if (random.chance(0.1)) {
      const jump = random.int(-5, 5) * 365 * 86_400_000;
      Date.now = () => this.#now() + jump;
    }
    const tab = await this.#tab(device);
    await this.#note(device, tab);
    const { masks, news } = tab;
    const { segmentation } = this.#source;
    const [conflict] = news.conflicts;
    if (conflict !== undefined && random.chance(0.5)) {
      await this.#act(device, tab, () => masks.settle(segmentation, conflict.uuid, random.pick(['take', 'leave'] as const), []));
      this.happened.settled += 1;
      return;
    }
    await this.#handIn(device, tab);
    if (device.userId >= FIRST_READER) {
      if (!device.isAway) await this.#act(device, tab, () => this.#receive(tab));
      return;
    }
    if (this.#isCalm && !device.isAway)
      await this.#act(device, tab, async () => {
        await tab.send();
        await this.#receive(tab);
      });
    if (!device.tabs.includes(tab)) return;
    const what = random.next();
    if (what < 0.19) await this.#act(device, tab, () => this.#draw(device, tab));
    else if (what < 0.3) await this.#act(device, tab, () => this.#compute(tab));
    else if (what < (this.#isCalm ? 0.33 : 0.38)) await this.#act(device, tab, () => masks.undo(segmentation, []));
    else if (what < 0.42) await this.#act(device, tab, () => masks.redo(segmentation, []));
    else if (what < 0.65) {
      const how = { loses: random.chance(0.2), most: random.chance(0.3) ? random.int(1, 3) : Infinity };
      if (!device.isAway) await this.#act(device, tab, () => tab.send(how));
      if (how.loses && !device.isAway) this.happened.lostAnswers += 1;
    } else if (what < 0.92) {
      if (!device.isAway) await this.#act(device, tab, () => this.#receive(tab));
      if (random.chance(0.5)) await pause();
    } else if (what < 0.95) this.#repeat();
    else if (what < 0.97) {
      if (!this.#server.refused.delete(device.userId)) this.#server.refused.add(device.userId);
    } else if (what < 0.98) this.#remove(random.pick(SEGMENTS));
    else device.tabs.splice(device.tabs.indexOf(tab), 1)[0]!.close();
  }

  /** One person computes on what another one has erased in the meantime. By chance alone this is too rare. */
  async meet(): Promise<void> {
    const [computing, erasing] = [this.#devices[2]!, this.#devices[3]!];
    const segment = SEGMENTS[0]!;
    for (const { userId } of [computing, erasing]) this.#server.refused.delete(userId);
    const drawIn = async (device: Device, place: Place): Promise<MaskDevice> => {
      const tab = await this.#tab(device);
      await this.#note(device, tab);
      await this.#receive(tab);
      await this.#drawAt(device, tab, place);
      await this.#note(device, tab);
      return tab;
    };
    const tab = await drawIn(computing, { segment, corners: [26, 26, 28, 28], slice: 0, isSet: true });
    await this.#computeOn(tab, segment, { do: 'grow', mm: 2 });
    await (await drawIn(erasing, { segment, corners: [22, 22, 32, 32], slice: 0, isSet: false })).send();
    await tab.send();
  }

  async end(): Promise<string | null> {
    const server = this.#server;
    server.refused.clear();
    this.happened.undone = server.all.filter(({ kind }) => kind === 'withdraw').length;
    this.happened.keptAside = server.aside.length;
    for (const device of this.#devices) await this.#note(device, await this.#tab(device));
    for (const { tabs } of this.#devices) await tabs[0]!.send();
    for (const { tabs } of this.#devices) {
      await tabs[0]!.start();
      await tabs[0]!.receive();
    }
    await this.#comeLast();
    const known = new Set([...server.all.map(({ uuid }) => uuid), ...server.aside]);
    const lost = [...this.#stored].filter((uuid) => !known.has(uuid));
    if (lost.length > 0) return `${lost.length} operations are lost`;
    for (const { name, tabs } of this.#devices) {
      const own = (await tabs[0]!.db.maskOperations.orderBy('seq').toArray()).filter(({ isOwn }) => isOwn === 1);
      const numbers = own.flatMap((row) => (row.state === 'taken' ? [row.number] : []));
      if (numbers.some((number, at) => number < (numbers[at - 1] ?? 0))) return `device ${name}: its operations arrived in another order`;
    }
    const { expected, proposals } = replayByVoxel(server.all, (operation) => this.#meantBy(operation), {
      segments: SEGMENTS,
      voxels: COLUMNS * ROWS * SLICES,
    });
    this.happened.proposals = proposals;
    for (const { name, tabs } of this.#devices) {
      for (const tab of tabs) {
        const wrong = await this.#difference(tab, expected);
        if (wrong !== null) return `device ${name}: ${wrong}`;
      }
      const mask = await tabs[0]!.db.masks.get(this.#source.segmentation);
      if (mask?.start !== undefined) this.happened.stayed += 1;
      if (mask?.readsAll) this.happened.wentBack += 1;
    }
    return null;
  }

  /**
   * Two people come after everybody has seen everything, and start from snapshots. For the first one, an operation arrives whose author had not seen all that is in
   * the snapshot; for the second one, nothing does.
   */
  async #comeLast(): Promise<void> {
    const late = this.#devices[3]!;
    const unsent = late.tabs[0]!;
    await this.#draw(late, unsent);
    await this.#note(late, unsent);
    const first = await this.#startFromSnapshot();
    await unsent.send();
    await first.receive();
    await this.#startFromSnapshot();
  }

  async #startFromSnapshot(): Promise<MaskDevice> {
    const [drawing, watching] = this.#devices as [Device, Device];
    const two = [drawing.tabs[0]!, watching.tabs[0]!];
    for (let handedIn = 0; handedIn < two.length;) {
      await this.#draw(drawing, two[0]!);
      await this.#note(drawing, two[0]!);
      await two[0]!.send();
      handedIn = 0;
      for (const tab of two) {
        await tab.receive();
        if ((await tab.handIn()) !== null) handedIn += 1;
      }
    }
    const device: Device = { userId: LAST, name: 7_000_000 + (made += 1), tabs: [], isAway: false, drawing: null, from: 0 };
    this.#devices.push(device);
    const tab = await this.#tab(device);
    await tab.start();
    await tab.receive();
    return tab;
  }

  async close(): Promise<void> {
    Date.now = this.#now;
    for (const { name, tabs } of this.#devices) {
      for (const tab of tabs) tab.close();
      await Dexie.delete(`lightship.u${name}`);
    }
  }

  /** One that is open; sometimes another one. */
  async #tab(device: Device): Promise<MaskDevice> {
    if (device.tabs.length === 0 || (device.tabs.length < 2 && this.#random.chance(0.1))) {
      const of = { userId: device.userId, device: device.name, server: this.#server, source: this.#source };
      const tab = new MaskDevice({ ...of, snapshotEvery: SNAPSHOT_EVERY });
      const opened = await tab.open();
      if ('noMask' in opened) throw new Error(`There is no mask: ${opened.noMask}`);
      device.tabs.push(tab);
    }
    return this.#random.pick(device.tabs);
  }

  async #receive(tab: MaskDevice): Promise<void> {
    const random = this.#random;
    const most = random.chance(0.3) ? random.int(1, 3) : Infinity;
    if (random.chance(0.9)) await tab.start({ damaged: random.chance(0.1) });
    await tab.receive(most);
  }

  async #handIn(device: Device, tab: MaskDevice): Promise<void> {
    if (device.isAway) return;
    const wrong = this.#random.chance(0.02);
    const made = await tab.handIn({ wrong });
    if (made === null) return;
    this.happened.handedIn += 1;
    const known = this.#snapshots.get(made.number) ?? made.sha256;
    if (known !== made.sha256) this.wrong = `two devices made different snapshots of ${made.number}`;
    this.#snapshots.set(made.number, known);
  }

  /** In some cases, a tab of the device is killed at one of its requests. What it stored is looked up afterwards. */
  async #act(device: Device, tab: MaskDevice, work: () => Promise<unknown>): Promise<void> {
    if (this.#random.chance(0.85)) await work();
    else {
      let running: Promise<unknown> = Promise.resolve();
      await withFault(this.#random.int(1, MOST_REQUESTS), { kind: 'kill' }, () => (running = work()));
      // It may be another tab that was killed, which read what this one wrote.
      await this.#bury();
      if (device.tabs.includes(tab)) await running;
    }
  }

  /** Killed tabs are gone. */
  async #bury(): Promise<void> {
    for (const device of this.#devices) {
      const alive = await Promise.all(device.tabs.map(isAlive));
      for (const [at, tab] of device.tabs.entries()) if (!alive[at]) tab.masks.closeMask(this.#source.segmentation);
      device.tabs = device.tabs.filter((_, at) => alive[at]);
      this.happened.kills += alive.filter((lives) => !lives).length;
    }
  }

  async #draw(device: Device, tab: MaskDevice): Promise<void> {
    const random = this.#random;
    // Near to each other, where four blocks meet.
    const [left, top, slice] = [random.int(24, COLUMNS - 1), random.int(24, ROWS - 1), random.chance(0.8) ? 0 : 1];
    const [right, bottom] = [Math.min(COLUMNS - 1, left + random.int(0, 12)), Math.min(ROWS - 1, top + random.int(0, 12))];
    const [segment, isSet] = [random.pick(SEGMENTS), random.chance(0.55)];
    await this.#drawAt(device, tab, { segment, corners: [left, top, right, bottom], slice, isSet });
  }

  async #drawAt(device: Device, { masks }: MaskDevice, { segment, corners, slice, isSet }: Place): Promise<void> {
    const { isExclusive } = this.#source;
    const [left, top, right, bottom] = corners;
    const voxels: number[] = [];
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) voxels.push((slice * ROWS + row) * COLUMNS + column);
    const gesture: Gesture = box(slice, [...corners], isSet);
    device.drawing = { segment, isExclusive, set: isSet ? voxels : [], clear: isSet ? [] : voxels };
    const drawn = await masks.draw(this.#source.segmentation, segment, gesture, []);
    if (!drawn.ok) throw new Error(`It was not drawn: ${drawn.why}`);
  }

  async #compute(tab: MaskDevice): Promise<void> {
    const random = this.#random;
    const [segment, other] = random.pick(PAIRS);
    const from = random.int(0, 1);
    const what: Computation = random.pick([
      ...(['union', 'intersection', 'without'] as const).map((how) => ({ do: 'combine' as const, with: other, how })),
      { do: 'copy-slice' as const, from, to: 1 - from },
      { do: 'fill-holes' as const, in: 'slices' as const },
      { do: 'keep-largest' as const },
      { do: 'grow' as const, mm: 2 },
    ]);
    await this.#computeOn(tab, segment, what);
  }

  /** What comes of it depends on what the tab has; the bytes say it. */
  async #computeOn({ masks }: MaskDevice, segment: string, what: Computation): Promise<void> {
    const drawn = await masks.draw(this.#source.segmentation, segment, { tool: 'compute', what }, []);
    if (!drawn.ok) throw new Error(`It was not computed: ${drawn.why}`);
    if ((drawn.changed?.set ?? 0) + (drawn.changed?.cleared ?? 0) > 0) this.happened.computed += 1;
  }

  /** Operations that are on a device are stored, also those of a tab that was killed before it could say so. */
  async #note(device: Device, { db }: MaskDevice): Promise<void> {
    const key = await openDeviceKey(db);
    const mask = (await db.masks.get(this.#source.segmentation))!;
    // After a snapshot was dropped, a device had seen more than is here again.
    const last = mask.readsAll ? this.#server.last : mask.last;
    for (const { uuid, isOwn, sealed } of await db.maskOperations.toArray()) {
      if (isOwn === 0 || this.#stored.has(uuid)) continue;
      const { operation } = await openContent(key, sealed);
      if (operation.base > last) this.wrong = `an operation says that ${operation.base} was seen, and up to ${last} all are here`;
      this.#stored.add(uuid);
      if (device.drawing !== null) this.#meant.set(uuid, device.drawing);
    }
    device.drawing = null;
  }

  /** What somebody computed, took or repeated is read from its bytes. */
  #meantBy({ uuid, kind, bytes }: MaskOperation): Meant {
    const known = this.#meant.get(uuid);
    if (known) return known;
    const { segment, exclusive: isExclusive, set, clear } = kind === 'bulk' ? this.#bulkIn(bytes) : strokeIn(bytes);
    const voxelsOf = (runs: typeof set): number[] =>
      bytesOf(runsToBits([COLUMNS, ROWS, SLICES], runs)).flatMap((bit, voxel) => (bit === 1 ? [voxel] : []));
    const meant = { segment, isExclusive, set: voxelsOf(set), clear: voxelsOf(clear) };
    this.#meant.set(uuid, meant);
    return meant;
  }

  #bulkIn(bytes: string) {
    const read = bytesToBulk(base64ToBytes(bytes)!, this.#hash);
    if (read === null) throw new Error('A bulk operation cannot be read');
    const runs = (hashes: typeof read.operation.set) => runsOfHashes(hashes, read.blocks) as Change['set'];
    return { ...read.operation, set: runs(read.operation.set), clear: runs(read.operation.clear) };
  }

  /** Arrives once more. */
  #repeat(): void {
    if (this.#server.last === 0) return;
    const operation = this.#random.pick(this.#server.all);
    const userId = operation.user!.id;
    if (!this.#server.refused.has(userId)) this.#server.append(userId, [operation]);
  }

  /** As the server does for a deleted segment; here it can still be drawn on. */
  #remove(segment: string): void {
    const uuid = `00000000-0000-4000-9000-${String((made += 1)).padStart(12, '0')}`;
    const none = { device: uuid, tab: uuid, withdraws: [], bytes: '' };
    if (this.#server.refused.has(3)) return;
    this.#server.append(3, [{ ...none, uuid, action: uuid, kind: 'clear', segment, grid: this.#source.gridHash, base: this.#server.last }]);
  }

  /** After the tab had time to see the journal. */
  async #difference(tab: MaskDevice, expected: ReadonlyMap<string, ReadonlySet<number>>): Promise<string | null> {
    let found: string | null = null;
    for (let round = 0; round < 100; round += 1) {
      found = null;
      for (const [segment, voxels] of expected)
        for (let slice = 0; slice < SLICES; slice += 1) {
          const ofSlice = [...voxels].filter((voxel) => Math.floor(voxel / (COLUMNS * ROWS)) === slice);
          const names = ofSlice.map((voxel) => `${voxel % COLUMNS},${Math.floor(voxel / COLUMNS) % ROWS}`);
          const shown = await tab.voxels(segment, slice);
          if (shown.join(' ') !== names.join(' '))
            found = `segment ${segment.at(-1)}, slice ${slice}: ${shown.length} voxels, not ${names.length}`;
        }
      if (found === null && tab.news.unsent === 0) return null;
      // A tab that cannot go on from a snapshot asks for everything.
      await tab.receive();
      await pause();
    }
    return found ?? `${tab.news.unsent} operations are said to wait`;
  }
}

function strokeIn(bytes: string): Stroke {
  const read = bytesToOperation(base64ToBytes(bytes)!);
  if (!read.ok || read.operation.kind !== 'stroke') throw new Error('A stroke cannot be read');
  return read.operation;
}

const pause = (): Promise<void> => new Promise((next) => setTimeout(next, 5));

/** A killed context never answers. */
function isAlive({ db }: MaskDevice): Promise<boolean> {
  return Promise.race([db.keys.count().then(() => true), new Promise<boolean>((next) => setTimeout(() => next(false), 50))]);
}
