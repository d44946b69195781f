import type { Recognition } from '#model/studies/acquisition.ts';
import type { DeidentifiedSeries } from '#model/uploads/deidentified.ts';
import { studyName, type StudyName } from '#model/studies/study-name.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FileNames, FileRow, Sealed, SeriesRow, StudyRow } from '#localdb/schema.ts';
import { openJson } from '#localdb/encryption.ts';

/** Decrypts facts once per revision: a live view requests the same rows repeatedly. */
export class FactsCache {
  readonly #namesByFileId = new Map<string, Promise<FileNames>>();
  readonly #byId = new Map<string, { revision: number; facts: Promise<unknown> }>();

  study(device: DeviceKey, row: StudyRow): Promise<StudyFacts> {
    return this.#open(device, row, row.sealed);
  }

  /** The name of a study: from its files, or as entered by the user. */
  async nameOfStudy(device: DeviceKey, row: StudyRow): Promise<StudyName> {
    const { patientName } = await this.study(device, row);
    if (row.writtenName === null) return studyName(patientName, null);
    return studyName(patientName, await this.#open<string>(device, { id: `${row.id} name`, revision: row.revision }, row.writtenName));
  }

  series(device: DeviceKey, row: SeriesRow): Promise<SeriesFacts> {
    return this.#open(device, row, row.sealed);
  }

  /** The acquisition that this device recognises, and why. */
  recognition(device: DeviceKey, row: SeriesRow, sealed: Sealed): Promise<Recognition> {
    return this.#open(device, { id: `${row.id} recognised`, revision: row.revision }, sealed);
  }

  /** What would be sent of the series de-identified. */
  deidentified(device: DeviceKey, row: SeriesRow, sealed: Sealed): Promise<DeidentifiedSeries> {
    return this.#open(device, { id: `${row.id} deidentified`, revision: row.revision }, sealed);
  }

  /** Cached, because names never change and a live view over ten thousand refused files would decrypt all of them at each commit. */
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
