import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import type { Voxels } from '#workers/voxels/handle.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';

/** 8 slices of 2048 x 2048, or 128 of 512 x 512, at 16 bits: the voxels themselves are in the worker. */
const MOST_BYTES = 64 * 1024 ** 2;

/** Slices that are fetched ahead in the direction of travel, so that the next one is painted within the event that asks for it. */
const AHEAD = 6;

interface Kept {
  answer: StoredSlice | Promise<StoredSlice | NoSlice>;
  bytes: number;
}

/** Stored slices on the page. Those that were used last are kept longest. */
export interface PictureStore {
  /** The slice, if it is here. */
  peek(id: number, slice: number): StoredSlice | null;
  get(id: number, slice: number): Promise<StoredSlice | NoSlice>;
  /** Fetches the slices that follow. */
  fetchAhead(id: number, from: number, direction: 1 | -1, slices: number): void;
  /** Series are shown in other values. */
  forgetAll(): void;
  /** More bricks are here: slices that have pixels of a lower resolution are fetched again. */
  forgetCoarse(): void;
}

export function createPictureStore(voxels: Pick<Voxels, 'slice'>, mostBytes = MOST_BYTES): PictureStore {
  const kept = new Map<string, Kept>();
  const coarse = new Set<string>();
  let bytes = 0;

  function take(key: string): Kept | undefined {
    const found = kept.get(key);
    if (found === undefined) return undefined;
    kept.delete(key);
    kept.set(key, found);
    return found;
  }

  function get(id: number, slice: number): Promise<StoredSlice | NoSlice> {
    const key = `${id}:${slice}`;
    const found = take(key);
    if (found !== undefined) return Promise.resolve(found.answer);
    const answer = voxels.slice(id, slice);
    const entry: Kept = { answer, bytes: 0 };
    kept.set(key, entry);
    const forget = (): void => void (kept.get(key) === entry && kept.delete(key));
    answer.then((picture) => (isNoSlice(picture) ? forget() : keep(key, entry, picture)), forget);
    return answer;
  }

  function keep(key: string, entry: Kept, picture: StoredSlice): void {
    if (kept.get(key) !== entry) return;
    entry.answer = picture;
    if (picture.isCoarse) coarse.add(key);
    entry.bytes = picture.frame.samples.byteLength;
    bytes += entry.bytes;
    for (const [other, old] of kept) {
      if (bytes <= mostBytes) break;
      if (other === key || old.bytes === 0) continue;
      kept.delete(other);
      coarse.delete(other);
      bytes -= old.bytes;
    }
  }

  return {
    peek(id, slice) {
      const answer = take(`${id}:${slice}`)?.answer;
      return answer === undefined || answer instanceof Promise ? null : answer;
    },
    get,
    forgetAll() {
      kept.clear();
      coarse.clear();
      bytes = 0;
    },
    forgetCoarse() {
      for (const key of coarse) {
        bytes -= kept.get(key)?.bytes ?? 0;
        kept.delete(key);
      }
      coarse.clear();
    },
    fetchAhead(id, from, direction, slices) {
      for (let step = 1; step <= AHEAD; step += 1) {
        const next = from + step * direction;
        if (next >= 0 && next < slices && !kept.has(`${id}:${next}`)) get(id, next).catch(() => undefined);
      }
    },
  };
}
