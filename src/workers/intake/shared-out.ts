import { rowsByKey } from '#localdb/rows-by.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { withinSegment } from './batches.ts';
import type { DeidentifyEnd } from './types.ts';

export interface Deidentifier {
  deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd>;
}

/** Series that are saved together, however small, so that the user sees progress. */
const SERIES_AT_ONCE = 50;

/** Distributes the series to be de-identified among the workers. */
export class SharedOut {
  readonly #db: LocalDb;
  /** What is in progress, by the IDs of the series. */
  readonly #beingMade = new Map<string, Promise<DeidentifyEnd>>();

  constructor(db: LocalDb) {
    this.#db = db;
  }

  /** Each worker takes the next series that nobody has started: several small ones, or a large one. */
  async deidentify(workers: readonly Deidentifier[], seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd> {
    const rows = await rowsByKey(this.#db.series, seriesIds);
    const waiting = withinSegment(rows, ({ bytes }) => bytes, SERIES_AT_ONCE);
    let end: DeidentifyEnd = 'ok';
    const lane = async (worker: Deidentifier): Promise<void> => {
      for (const group of waiting) {
        const ids = group.map(({ id }) => id);
        const made = await this.#once(ids, () => worker.deidentify(ids, rules));
        if (made !== 'ok') end = made;
        // The following ones would not fit on the device either.
        if (made === 'no-room') return;
      }
    };
    await Promise.all(workers.map(lane));
    return end;
  }

  /** Process may request series that are in progress. It waits for them, because the second of two results would be discarded. */
  async #once(seriesIds: readonly string[], make: () => Promise<DeidentifyEnd>): Promise<DeidentifyEnd> {
    await Promise.allSettled(seriesIds.map((id) => this.#beingMade.get(id)));
    const making = make();
    for (const id of seriesIds) this.#beingMade.set(id, making);
    try {
      return await making;
    } finally {
      for (const id of seriesIds) if (this.#beingMade.get(id) === making) this.#beingMade.delete(id);
    }
  }
}
