import { beforeEach, describe, expect, it } from 'vitest';
import type { TakeResult } from './intake-worker.ts';
import { takeFiles, type TakenFiles, type Taker } from './take-files.ts';
import type { FileToTake, IntakeProgress } from './types.ts';

const SMALL = 1000;

function filesOf(count: number): FileToTake[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `id-${n}`,
    path: `${n}.dcm`,
    file: new File([new Uint8Array(SMALL)], `${n}.dcm`),
  }));
}

/** A worker that records its batches. `answer` can return something other than success, or throw like a dead worker. */
function worker(answer: (batch: FileToTake[]) => TakeResult | undefined = () => undefined): Taker & { batches: string[][] } {
  const batches: string[][] = [];
  return {
    batches,
    async take(_, batch) {
      batches.push(batch.map(({ id }) => id));
      return answer(batch) ?? { ok: true, stored: batch.length, duplicates: 0, problems: 0 };
    },
  };
}

interface Given {
  onProgress?: (progress: IntakeProgress) => void;
  makeRoom?: (bytes: number) => Promise<number>;
}

const take = (
  takers: Taker[],
  files: FileToTake[],
  { onProgress = () => undefined, makeRoom = () => Promise.resolve(0) }: Given = {},
): Promise<TakenFiles> => takeFiles({ takers, onProgress, makeRoom, pause: async (ms) => void pauses.push(ms) }, 'u', files);

let pauses: number[] = [];
beforeEach(() => {
  pauses = [];
});

const NOTHING_LEFT = { duplicates: 0, refused: 0, unsupported: 0, noRoom: [], faulted: [], closed: [] };
const idsOf = (files: readonly FileToTake[]): string[] => files.map(({ id }) => id);
const idsFrom = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `id-${from + n}`);

describe('distributing files to the workers', () => {
  it('shares the batches, each file once, and reports at least every 50 files [READ-005]', async () => {
    const [a, b] = [worker(), worker()];
    const told: IntakeProgress[] = [];
    const files = filesOf(230);
    expect(await take([a, b], files, { onProgress: (progress) => told.push(progress) })).toEqual({ ...NOTHING_LEFT, stored: 230 });
    expect([...a.batches, ...b.batches].flat().sort()).toEqual(files.map(({ id }) => id).sort());
    expect(a.batches.length).toBeGreaterThan(0);
    expect(b.batches.length).toBeGreaterThan(0);
    expect(told.map(({ stored }) => stored)).toEqual([50, 100, 150, 200, 230]);
    expect(told.at(-1)?.secondsLeft).toBe(0);
  });

  it('counts the files found in an archive so far', async () => {
    const [archive] = filesOf(1) as [FileToTake];
    const told: IntakeProgress[] = [];
    const unpacking: Taker = {
      async take(_, __, onPart) {
        onPart({ files: 50, bytes: SMALL / 2 });
        onPart({ files: 80, bytes: SMALL });
        return { ok: true, stored: 79, duplicates: 0, problems: 1, unsupported: 3 };
      },
    };
    const end = await take([unpacking], [archive], { onProgress: (progress) => told.push(progress) });
    expect(end).toMatchObject({ stored: 79, refused: 1, unsupported: 3 });
    expect(told.map(({ picked, stored }) => [stored, picked])).toEqual([
      [50, 51],
      [80, 81],
      [81, 81],
    ]);
    expect(told.at(-1)?.secondsLeft).toBe(0);
  });

  it('stores the others of a batch in which one file cannot be read, under the same ids', async () => {
    const bad = worker((batch) => (batch.some(({ id }) => id === 'id-7') ? { ok: false, why: 'fault' } : undefined));
    const end = await take([bad], filesOf(20));
    expect(end).toMatchObject({ stored: 19, noRoom: [], closed: [] });
    expect(idsOf(end.faulted)).toEqual(['id-7']);
    expect(pauses).toEqual([500, 3_000]);
    expect(bad.batches.slice(-2)).toEqual([['id-7'], ['id-7']]);
  });

  it('stores temporarily unreadable files after a pause', async () => {
    let faults = 3;
    const stuttering = worker((batch) => (batch.some(({ id }) => id >= 'id-5') && faults-- > 0 ? { ok: false, why: 'fault' } : undefined));
    expect(await take([stuttering], filesOf(7))).toEqual({ ...NOTHING_LEFT, stored: 7 });
    expect(pauses).toEqual([500]);
  });

  it('stores what still fits of a batch without space, and lists the others in their order', async () => {
    let room = 70;
    const full = worker((batch) => (batch.length > room ? { ok: false, why: 'quota' } : void (room -= batch.length)));
    const end = await take([full], filesOf(150));
    expect(end).toMatchObject({ stored: 70, faulted: [], closed: [] });
    expect(idsOf(end.noRoom)).toHaveLength(80);
    expect(idsOf(end.noRoom)).toEqual(idsFrom(0, 150).filter((id) => idsOf(end.noRoom).includes(id)));
    expect(room).toBe(0);
  });

  it('does not even read files larger than one that did not fit', async () => {
    const full = worker(() => ({ ok: false, why: 'quota' }));
    const end = await take([full], filesOf(1000));
    expect(end.noRoom).toHaveLength(1000);
    expect(full.batches.map((batch) => batch.length)).toEqual([50, 25, 13, 7, 4, 2, 1]);
  });

  it('deletes kept copies for a batch without space, as long as there are any, and stores it again', async () => {
    let kept = 3;
    const full = worker(() => (kept > 0 ? { ok: false, why: 'quota' } : undefined));
    const asked: number[] = [];
    const makeRoom = (bytes: number): Promise<number> => {
      asked.push(bytes);
      kept -= 1;
      return Promise.resolve(10);
    };
    expect(await take([full], filesOf(60), { makeRoom })).toEqual({ ...NOTHING_LEFT, stored: 60 });
    expect(asked).toEqual([50 * SMALL, 50 * SMALL, 50 * SMALL]);
  });

  it('reads nothing more for an upload that accepts no more files', async () => {
    const closed = worker(() => ({ ok: false, why: 'closed' }));
    const end = await take([closed], filesOf(200));
    expect(end).toMatchObject({ stored: 0, noRoom: [], faulted: [] });
    expect(idsOf(end.closed)).toEqual(idsFrom(0, 200));
    expect(closed.batches).toHaveLength(1);
  });

  it('continues with the other worker when one crashes [PWA-10]', async () => {
    const dying = worker(() => {
      throw new Error('The intake worker broke');
    });
    const other = worker();
    const end = await take([dying, other], filesOf(200));
    expect(end).toEqual({ ...NOTHING_LEFT, stored: 200 });
    expect(dying.batches).toHaveLength(1);
    // The batch of the dead worker is taken file by file: one of its files may have been the cause.
    expect(other.batches.map((batch) => batch.length)).toEqual([50, 50, 50, ...Array.from({ length: 50 }, () => 1)]);
  });

  it('names all remaining files when every worker crashed', async () => {
    const dead = (): never => {
      throw new Error('The intake worker broke');
    };
    const end = await take([worker(dead), worker(dead)], filesOf(300));
    expect(end.stored).toBe(0);
    expect(idsOf(end.faulted)).toEqual(idsFrom(0, 300));
  });
});
