import { unlessOutdated } from '#localdb/connection.ts';
import { keepPath, keptPath, watchPath } from '#localdb/kept-paths.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { StationStore } from '#features/annotator/station/create-station.ts';
import type { Path } from '#features/annotator/station/path.ts';

/** After the last change: a drag makes one with each move of the pointer. */
export const KEEP_AFTER_MS = 300;

/**
 * The path of a study on this device: as it was left, and kept after each change. What another window keeps is taken, unless this one has changes
 * that are not kept yet: those then replace it.
 */
export function keepStationPath(
  db: LocalDb,
  study: string,
  station: Pick<StationStore, 'read' | 'act' | 'subscribe'>,
  fail: (cause: unknown) => void,
) {
  /** The path of the station that is on the device, as far as it is known here. */
  let kept: Path | null = null;
  let seen: Path | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  // Reads and writes one after another: each read is later than what was written before it.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => (last = last.then(work).catch(fail));

  const isKept = (): boolean => station.read().path === kept;
  async function take(): Promise<void> {
    if (isOver || !isKept()) return;
    const path = await unlessOutdated(db, () => keptPath(db, study));
    if (path === undefined || isOver || !isKept() || isSame(path, kept)) return;
    kept = seen = path;
    station.act({ act: 'path-kept', path });
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    return inTurn(async () => {
      const { path } = station.read();
      if (path === kept) return;
      await keepPath(db, study, path);
      kept = path;
      // Another window may have written meanwhile.
      await take();
    });
  }
  function look(): void {
    const { path } = station.read();
    if (path === seen) return;
    seen = path;
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), KEEP_AFTER_MS);
  }
  const unsubscribe = station.subscribe(look);
  const unwatch = watchPath(db, study, () => void inTurn(take), fail);
  look();
  return {
    /** Resolves once what was changed is on the device. */
    flush,
    end(): Promise<void> {
      isOver = true;
      unsubscribe();
      unwatch();
      return flush();
    },
  };
}

const isSame = (a: Path | null, b: Path | null): boolean => toText(a) === toText(b);
const toText = (path: Path | null): string => JSON.stringify(path && [path.series, path.frameOfReference, path.points]);
