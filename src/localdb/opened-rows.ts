import type { SeriesFacts, StudyFacts } from '#model/study.ts';
import type { DeviceKey } from './device-key.ts';
import type { FileNames, FileRow, SeriesRow, StudyRow } from './schema.ts';
import { openJson } from './sealed.ts';

/** Opens facts once per revision: a live view asks for the same rows again and again. */
export class FactsCache {
  readonly #namesByFileId = new Map<string, Promise<FileNames>>();
  readonly #byId = new Map<string, { revision: number; facts: Promise<unknown> }>();

  study(device: DeviceKey, row: StudyRow): Promise<StudyFacts> {
    return this.#open(device, row);
  }

  series(device: DeviceKey, row: SeriesRow): Promise<SeriesFacts> {
    return this.#open(device, row);
  }

  /** Names never change, and a live view over ten thousand files that stay behind would open all of them at each of their commits. */
  names(device: DeviceKey, row: FileRow): Promise<FileNames> {
    const known = this.#namesByFileId.get(row.id) ?? openFileNames(device, row);
    this.#namesByFileId.set(row.id, known);
    return known;
  }

  #open<T>(device: DeviceKey, row: StudyRow | SeriesRow): Promise<T> {
    const known = this.#byId.get(row.id);
    if (known?.revision === row.revision) return known.facts as Promise<T>;
    const facts = openJson<T>(device, row.sealed);
    this.#byId.set(row.id, { revision: row.revision, facts });
    return facts;
  }
}

export function openFileNames(device: DeviceKey, row: FileRow): Promise<FileNames> {
  return openJson<FileNames>(device, row.sealed);
}
