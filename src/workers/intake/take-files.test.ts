import { describe, expect, it } from 'vitest';
import type { TakeResult } from './intake-worker.ts';
import { takeFiles, type Taker } from './take-files.ts';
import type { FileToTake, IntakeProgress } from './types.ts';

const SMALL = 1000;

function filesOf(count: number): FileToTake[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `id-${n}`,
    path: `${n}.dcm`,
    file: new File([new Uint8Array(SMALL)], `${n}.dcm`),
  }));
}

/** A worker that writes down what it was given; `answer` may say otherwise than that all was stored, or throw as a dead one does. */
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

const take = (takers: Taker[], files: FileToTake[], onProgress: (progress: IntakeProgress) => void = () => undefined) =>
  takeFiles(takers, 'u', files, onProgress);

describe('giving files to the workers', () => {
  it('shares the batches out, each file once, and tells at least every 50 files', async () => {
    const [a, b] = [worker(), worker()];
    const told: IntakeProgress[] = [];
    const files = filesOf(230);
    expect(await take([a, b], files, (progress) => told.push(progress))).toEqual({ ok: true, stored: 230, duplicates: 0, refused: 0 });
    expect([...a.batches, ...b.batches].flat().sort()).toEqual(files.map(({ id }) => id).sort());
    expect(a.batches.length).toBeGreaterThan(0);
    expect(b.batches.length).toBeGreaterThan(0);
    expect(told.map(({ stored }) => stored)).toEqual([50, 100, 150, 200, 230]);
    expect(told.at(-1)?.secondsLeft).toBe(0);
  });

  it('takes the others of a batch in which one file cannot be read, under the same ids', async () => {
    const bad = worker((batch) => (batch.some(({ id }) => id === 'id-7') ? { ok: false, why: 'fault' } : undefined));
    const end = await take([bad], filesOf(20));
    expect(end).toEqual({ ok: false, why: 'fault', stored: 19, names: ['7.dcm'], bytesNeeded: SMALL });
  });

  it('names what had no room, and goes on with what may still fit', async () => {
    const full = worker((batch) => (batch.length === 50 ? { ok: false, why: 'quota' } : undefined));
    const end = await take([full], filesOf(60));
    expect(end).toMatchObject({ ok: false, why: 'quota', stored: 10, bytesNeeded: 50 * SMALL });
    expect(full.batches).toHaveLength(2);
  });

  it('reads nothing more for an upload that was cleared', async () => {
    const closed = worker(() => ({ ok: false, why: 'closed' }));
    const end = await take([closed], filesOf(200));
    expect(end).toMatchObject({ ok: false, stored: 0 });
    expect(!end.ok && end.names).toHaveLength(200);
    expect(closed.batches).toHaveLength(1);
  });

  it('goes on with the other worker when one dies', async () => {
    const dying = worker(() => {
      throw new Error('The intake worker broke');
    });
    const other = worker();
    const end = await take([dying, other], filesOf(200));
    expect(end).toMatchObject({ ok: false, why: 'fault', stored: 150 });
    expect(dying.batches).toHaveLength(1);
    expect(other.batches).toHaveLength(3);
  });

  it('names everything that is left when every worker died', async () => {
    const dead = (): never => {
      throw new Error('The intake worker broke');
    };
    const end = await take([worker(dead), worker(dead)], filesOf(300));
    expect(end).toMatchObject({ ok: false, why: 'fault', stored: 0, bytesNeeded: 300 * SMALL });
    expect(!end.ok && new Set(end.names).size).toBe(300);
  });
});
