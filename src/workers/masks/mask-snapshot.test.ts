import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeviceKey } from '#localdb/device-key.ts';
import { dropConfirmed, dropMasksOfStudies } from '#localdb/masks/drawn-here.ts';
import { saveStart } from '#localdb/masks/mask-start.ts';
import { box, MaskDevice, newMaskSource } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { MaskSource } from './types.ts';

const [ANN, BOB, EVA] = [1, 2, 3];
const [A, B] = [crypto.randomUUID(), crypto.randomUUID()];
const EVERY = 4;
const soon = vi.waitFor;

let server: MaskServer;
let source: MaskSource;
beforeEach(() => {
  server = new MaskServer();
  source = newMaskSource();
});

async function opened(userId: number, on = nextUser()): Promise<MaskDevice> {
  const device = new MaskDevice({ userId, device: on, server, source, snapshotEvery: EVERY });
  await device.open();
  return device;
}
const drawIn = ({ masks }: MaskDevice, segment: string, column: number, isSet = true) =>
  masks.draw(source.segmentation, segment, box(0, [column, 1, column, 2], isSet), []);
async function drawAndSend(device: MaskDevice, column: number): Promise<void> {
  await drawIn(device, A, column);
  await device.send();
  await soon(() => expect(device.news.unsent).toBe(0));
}
const rowOf = ({ db }: MaskDevice) => db.masks.get(source.segmentation);
const columns = (...all: number[]): string[] => [1, 2].flatMap((row) => all.map((column) => `${column},${row}`));

/** Bob has drawn columns 1 to `strokes` of A, one after the other, and two devices have handed in what there was at a multiple. */
async function drawn(strokes: number): Promise<{ bob: MaskDevice; eva: MaskDevice }> {
  const [bob, eva] = [await opened(BOB), await opened(EVA)];
  for (let column = 1; column <= strokes; column += 1) {
    await drawAndSend(bob, column);
  }
  await eva.receive();
  for (const device of [bob, eva])
    await soon(async () => expect((await device.handIn())?.number).toBe(Math.floor((strokes - 1) / EVERY) * EVERY));
  return { bob, eva };
}

describe('a device that has nothing', () => {
  it('starts from a snapshot, goes on from there, and draws [MASK-85]', async () => {
    const { bob } = await drawn(6);
    const ann = await opened(ANN);
    await ann.start();
    expect(await rowOf(ann)).toMatchObject({ start: 4, last: 4 });
    await soon(async () => expect(await ann.voxels(A)).toEqual(columns(1, 2, 3, 4)));
    await ann.receive();
    await soon(async () => expect(await ann.voxels(A)).toEqual(columns(1, 2, 3, 4, 5, 6)));
    await drawIn(ann, A, 2, false);
    await drawIn(ann, B, 9);
    expect(await ann.voxels(A)).toEqual(columns(1, 3, 4, 5, 6));
    await ann.masks.undo(source.segmentation, []);
    await ann.send();
    await bob.receive();
    await soon(async () => expect(await bob.voxels(A)).toEqual(columns(1, 3, 4, 5, 6)));
    expect([await ann.voxels(B), (await rowOf(ann))!.start, await ann.db.maskOperations.count()]).toEqual([[], 4, 5]);
  });

  it('asks for none once it has drawn, and does not take one that comes later than that [MASK-85]', async () => {
    await drawn(6);
    const ann = await opened(ANN);
    await drawIn(ann, B, 9);
    await ann.start();
    expect((await rowOf(ann))!.start).toBeUndefined();
    await ann.receive();
    await soon(async () => expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([columns(1, 2, 3, 4, 5, 6), columns(9)]));
  });

  it('keeps the snapshot sealed, and a sign-out deletes it, as does a study that is gone [MASK-73, MASK-85]', async () => {
    await drawn(6);
    const ann = await opened(ANN);
    const { bytes } = server.snapshot(ANN, source.gridHash)!;
    for (const drop of [() => dropConfirmed(ann.db), () => dropMasksOfStudies(ann.db, [source.study])]) {
      ann.masks.closeMask(source.segmentation);
      await ann.open();
      await ann.start();
      const [row] = await ann.db.maskSnapshots.toArray();
      expect(Buffer.from(row!.sealed).includes(Buffer.from(bytes, 'base64').subarray(8, 24))).toBe(false);
      await drop();
      expect([await ann.db.maskSnapshots.count(), await ann.db.masks.count()]).toEqual([0, 0]);
    }
  });

  it('takes none of another grid [MASK-85]', async () => {
    await drawn(6);
    const ann = await opened(ANN);
    const snapshot = { ...server.snapshot(ANN, source.gridHash)!, grid: 'b'.repeat(64) };
    await saveStart(ann.db, await openDeviceKey(ann.db), source.segmentation, snapshot);
    expect((await rowOf(ann))!.start).toBeUndefined();
  });
});

describe('the way back to the first operation [MASK-85]', () => {
  const back = async (ann: MaskDevice): Promise<void> => {
    await soon(async () => expect(await rowOf(ann)).toMatchObject({ readsAll: true }));
    expect(await ann.db.maskSnapshots.count()).toBe(0);
    await ann.receive();
    // None is asked for again.
    await ann.start();
    expect((await rowOf(ann))!.start).toBeUndefined();
  };

  it('is taken when bytes are not those of the hash', async () => {
    await drawn(6);
    const ann = await opened(ANN);
    await ann.start({ damaged: true });
    await back(ann);
    await soon(async () => expect(await ann.voxels(A)).toEqual(columns(1, 2, 3, 4, 5, 6)));
  });

  it('is taken when its row cannot be decrypted, or is gone', async () => {
    await drawn(6);
    for (const how of ['changed', 'gone']) {
      const ann = await opened(ANN);
      ann.masks.closeMask(source.segmentation);
      await ann.start();
      if (how === 'gone') await ann.db.maskSnapshots.clear();
      else await ann.db.maskSnapshots.toCollection().modify((row) => void (row.sealed = row.sealed.with(20, row.sealed[20]! ^ 1)));
      await ann.open();
      await back(ann);
      await soon(async () => expect(await ann.voxels(A)).toEqual(columns(1, 2, 3, 4, 5, 6)));
    }
  });

  it('is taken by an operation whose author had not seen all of it, by an undo of what is in it, and by a deleted segment; what waits stays', async () => {
    for (const how of ['base', 'undo', 'clear']) {
      server = new MaskServer();
      source = { ...source, segmentation: crypto.randomUUID() };
      const { bob, eva } = await drawn(6);
      const late = await opened(4);
      await drawIn(late, A, 2, false);
      const ann = await opened(ANN);
      await ann.start();
      await soon(async () => expect(await ann.voxels(A)).toEqual(columns(1, 2, 3, 4)));
      await drawIn(ann, B, 9);
      if (how === 'base') await late.send();
      else if (how === 'undo') {
        for (let times = 0; times < 3; times += 1) await bob.masks.undo(source.segmentation, []);
        await bob.send();
      } else {
        const uuid = crypto.randomUUID();
        const none = { device: uuid, tab: uuid, withdraws: [], bytes: '' };
        server.append(BOB, [{ ...none, uuid, action: uuid, kind: 'clear', segment: A, grid: source.gridHash, base: server.last }]);
      }
      await ann.receive();
      await back(ann);
      await eva.receive();
      await soon(async () => expect(await ann.voxels(A)).toEqual(await eva.voxels(A)));
      expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([
        how === 'undo' ? columns(1, 2, 3) : how === 'clear' ? [] : columns(1, 2, 3, 4, 5, 6),
        columns(9),
      ]);
      expect(ann.news.unsent).toBe(1);
      const before = server.last;
      await ann.send();
      expect(server.last).toBe(before + 1);
    }
  });

  it('is taken when the server was restored from before it', async () => {
    const { bob } = await drawn(6);
    const ann = await opened(ANN);
    await ann.start();
    server.restore(2);
    await ann.receive();
    await back(ann);
    await soon(async () => expect(await ann.voxels(A)).toEqual(columns(1, 2)));
    bob.close();
  });
});

describe('a snapshot is made', () => {
  it('at the last multiple, alike on all devices, and not by one that started from another [MASK-150]', async () => {
    const { bob, eva } = await drawn(6);
    const ann = await opened(ANN);
    await ann.start();
    await ann.receive();
    expect(await ann.masks.maskSnapshot(source.segmentation)).toBeNull();
    for (let column = 7; column <= 10; column += 1) {
      await drawAndSend(bob, column);
    }
    await eva.receive();
    await soon(async () => expect((await eva.masks.maskSnapshot(source.segmentation))?.number).toBe(8));
    expect(await bob.masks.maskSnapshot(source.segmentation)).toEqual(await eva.masks.maskSnapshot(source.segmentation));
  });

  it('not of a number after which something needs what is before it [MASK-150]', async () => {
    const bob = await opened(BOB);
    for (let column = 1; column <= 6; column += 1) await drawIn(bob, A, column);
    await bob.send();
    await soon(() => expect(bob.news.unsent).toBe(0));
    expect(await bob.masks.maskSnapshot(source.segmentation)).toBeNull();
  });
});
