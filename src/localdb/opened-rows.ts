import type { Recognition } from '#model/acquisition.ts';
import type { DeidentifiedSeries } from '#model/deidentified.ts';
import { studyName, type StudyName } from '#model/study-name.ts';
import type { SeriesFacts, StudyFacts } from '#model/study.ts';
import type { DeviceKey } from './device-key.ts';
import type { FileNames, FileRow, Sealed, SeriesRow, StudyRow } from './schema.ts';
import { openJson } from './sealed.ts';

/** Opens facts once per revision: a live view asks for the same rows again and again. */
export class FactsCache {
  readonly #namesByFileId = new Map<string, Promise<FileNames>>();
  readonly #byId = new Map<string, { revision: number; facts: Promise<unknown> }>();

  study(device: DeviceKey, row: StudyRow): Promise<StudyFacts> {
    return this.#open(device, row, row.sealed);
  }

  /** The name of a study: that of its files, or the one that a person wrote. */
  async nameOfStudy(device: DeviceKey, row: StudyRow): Promise<StudyName> {
    const { patientName } = await this.study(device, row);
    if (row.writtenName === null) return studyName(patientName, null);
    return studyName(patientName, await this.#open<string>(device, { id: `${row.id} name`, revision: row.revision }, row.writtenName));
  }

  series(device: DeviceKey, row: SeriesRow): Promise<SeriesFacts> {
    return this.#open(device, row, row.sealed);
  }

  /** What this device takes it for, and why. */
  recognition(device: DeviceKey, row: SeriesRow, sealed: Sealed): Promise<Recognition> {
    return this.#open(device, { id: `${row.id} recognised`, revision: row.revision }, sealed);
  }

  /** What it leaves as without names. */
  deidentified(device: DeviceKey, row: SeriesRow, sealed: Sealed): Promise<DeidentifiedSeries> {
    return this.#open(device, { id: `${row.id} deidentified`, revision: row.revision }, sealed);
  }

  /** Names never change, and a live view over ten thousand files that stay behind would open all of them at each of their commits. */
  names(device: DeviceKey, row: FileRow): Promise<FileNames> {
    const known = this.#namesByFileId.get(row.id) ?? openFileNames(device, row);
    this.#namesByFileId.set(row.id, known);
    return known;
  }

  #open<T>(device: DeviceKey, row: Pick<StudyRow | SeriesRow, 'id' | 'revision'>, sealed: Sealed): Promise<T> {
    const known = this.#byId.get(row.id);
    if (known?.revision === row.revision) return known.facts as Promise<T>;
    const facts = openJson<T>(device, sealed);
    this.#byId.set(row.id, { revision: row.revision, facts });
    return facts;
  }
}

export function openFileNames(device: DeviceKey, row: FileRow): Promise<FileNames> {
  return openJson<FileNames>(device, row.sealed);
}
