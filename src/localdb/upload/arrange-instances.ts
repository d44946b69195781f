import { mergeStudy, studyKey } from '#model/studies/study-merging.ts';
import { bodyPartFromHeader } from '#model/studies/body-part.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { isReadablySelected, mergeInstance, seriesKey } from '#model/studies/series.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, SeriesRow, StudyRow } from '#localdb/schema.ts';
import { keyedHash, openJson, sealJson } from '#localdb/encryption.ts';

/**
 * Decrypts the rows that a batch changes, merges its instances into their facts, and encrypts them again. `read` comes first and uses one
 * transaction for any number of series: a folder is in mixed order, so each batch has files of nearly all series.
 */
export class Arrangement {
  readonly #db: LocalDb;
  readonly #device: DeviceKey;
  readonly #uploadId: string;
  readonly #studies = new Map<string, { row: StudyRow; facts: StudyFacts | null }>();
  readonly #series = new Map<string, { row: SeriesRow; facts: SeriesFacts | null }>();
  readonly #hashes = new Map<string, string>();
  /** By the hashes of their keys; for a series preceded by the ID of its home study. */
  readonly #savedStudies = new Map<string, StudyRow>();
  readonly #savedSeries = new Map<string, SeriesRow>();
  readonly #seriesBefore = new Map<string, number>();
  #studiesBefore = 0;

  constructor(db: LocalDb, device: DeviceKey, uploadId: string) {
    this.#db = db;
    this.#device = device;
    this.#uploadId = uploadId;
  }

  /** Reads the rows for everything that will be added. */
  async read(descriptions: readonly InstanceDescription[]): Promise<void> {
    const seriesKeysOf = new Map<string, Set<string>>();
    for (const description of descriptions) {
      const [study, series] = [studyKey(description), seriesKey(description)];
      seriesKeysOf.set(study, (seriesKeysOf.get(study) ?? new Set()).add(series));
      for (const key of [study, series]) if (!this.#hashes.has(key)) this.#hashes.set(key, await keyedHash(this.#device, key));
    }
    if (seriesKeysOf.size === 0) return;
    await this.#db.transaction('r', this.#db.studies, this.#db.series, async () => {
      this.#studiesBefore = await this.#db.studies.where('uploadId').equals(this.#uploadId).count();
      await Promise.all([...seriesKeysOf].map(([study, series]) => this.#readStudy(this.#hashOf(study), [...series].map(this.#hashOf))));
    });
  }

  async #readStudy(keyHash: string, seriesHashes: readonly string[]): Promise<void> {
    const study = await this.#db.studies.where('[uploadId+keyHash]').equals([this.#uploadId, keyHash]).first();
    if (!study) return;
    this.#savedStudies.set(keyHash, study);
    const byHome = this.#db.series.where('[homeStudyId+keyHash]');
    this.#seriesBefore.set(study.id, await byHome.between([study.id, ''], [study.id, '\uffff']).count());
    const found = await Promise.all(
      seriesHashes.map((hash) => this.#db.series.where('[homeStudyId+keyHash]').equals([study.id, hash]).first()),
    );
    for (const row of found) if (row) this.#savedSeries.set(placeOf(row), row);
  }

  readonly #hashOf = (key: string): string => {
    const hash = this.#hashes.get(key);
    if (hash === undefined) throw new Error('Not read before');
    return hash;
  };

  async add(file: { id: string; size: number }, description: InstanceDescription): Promise<{ studyId: string; seriesId: string }> {
    const study = await this.#study(studyKey(description));
    study.facts = mergeStudy(study.facts, description);
    if (study.row.bodyPartBy === null) {
      const proposed = bodyPartFromHeader(description.bodyPartExamined);
      if (proposed !== null) Object.assign(study.row, { bodyPart: proposed, bodyPartBy: 'header' });
    }
    const series = await this.#seriesOf(study.row.id, seriesKey(description));
    series.facts = mergeInstance(series.facts, { fileId: file.id, size: file.size, description });
    series.row.files += 1;
    series.row.bytes += file.size;
    const valid = isReadablySelected(series.facts);
    // Only if it changes, because recognition may have deselected it meanwhile.
    if (valid !== series.row.valid && !series.row.uploadDecided) series.row.upload = valid;
    series.row.valid = valid;
    Object.assign(series.row, { deidentified: null, deidentifiedBy: null, refusal: null });
    return { studyId: study.row.id, seriesId: series.row.id };
  }

  async rows(): Promise<{ studies: StudyRow[]; series: SeriesRow[] }> {
    const sealRow = async <R extends StudyRow | SeriesRow>({ row, facts }: { row: R; facts: unknown }): Promise<R> => ({
      ...row,
      sealed: await sealJson(this.#device, facts),
      revision: row.revision + 1,
    });
    return {
      studies: await Promise.all([...this.#studies.values()].map(sealRow<StudyRow>)),
      series: await Promise.all([...this.#series.values()].map(sealRow<SeriesRow>)),
    };
  }

  async #study(key: string): Promise<{ row: StudyRow; facts: StudyFacts | null }> {
    const known = this.#studies.get(key);
    if (known) return known;
    const keyHash = this.#hashOf(key);
    const saved = this.#savedStudies.get(keyHash);
    const entry = saved
      ? { row: saved, facts: await openJson<StudyFacts>(this.#device, saved.sealed) }
      : { row: newStudy(this.#uploadId, keyHash, this.#studies.size + this.#studiesBefore), facts: null };
    this.#studies.set(key, entry);
    return entry;
  }

  /** Finds it by the study in its files, even if the user has moved it. */
  async #seriesOf(homeStudyId: string, key: string): Promise<{ row: SeriesRow; facts: SeriesFacts | null }> {
    const mapKey = `${homeStudyId}|${key}`;
    const known = this.#series.get(mapKey);
    if (known) return known;
    const keyHash = this.#hashOf(key);
    const saved = this.#savedSeries.get(placeOf({ homeStudyId, keyHash }));
    const entry = saved
      ? { row: saved, facts: await openJson<SeriesFacts>(this.#device, saved.sealed) }
      : { row: newSeries(this.#uploadId, homeStudyId, keyHash, this.#nextArrival(homeStudyId)), facts: null };
    this.#series.set(mapKey, entry);
    return entry;
  }

  /** Two simultaneous commits get the same number. One of them starts again, because its study has changed. */
  #nextArrival(homeStudyId: string): number {
    const made = [...this.#series.values()].filter(({ row }) => row.homeStudyId === homeStudyId && row.revision === 0);
    return 1 + (this.#seriesBefore.get(homeStudyId) ?? 0) + made.length;
  }
}

function placeOf({ homeStudyId, keyHash }: Pick<SeriesRow, 'homeStudyId' | 'keyHash'>): string {
  return `${homeStudyId}|${keyHash}`;
}

export function newStudy(uploadId: string, keyHash: string, position: number): StudyRow {
  return {
    id: crypto.randomUUID(),
    uploadId,
    keyHash,
    position,
    sealed: new Uint8Array(),
    writtenName: null,
    bodyPart: null,
    bodyPartBy: null,
    labels: [],
    pipeline: null,
    leftOff: [],
    anonymize: null,
    anonymousName: null,
    remote: null,
    revision: 0,
  };
}

export function newSeries(uploadId: string, homeStudyId: string, keyHash: string, arrival: number): SeriesRow {
  return {
    id: crypto.randomUUID(),
    uploadId,
    studyId: homeStudyId,
    homeStudyId,
    keyHash,
    sealed: new Uint8Array(),
    upload: false,
    uploadDecided: false,
    isReference: false,
    arrival,
    number: null,
    acquisition: null,
    recognised: null,
    deidentified: null,
    deidentifiedBy: null,
    refusal: null,
    project: null,
    valid: false,
    idx: null,
    remote: null,
    files: 0,
    bytes: 0,
    confirmedBytes: 0,
    provedBytes: 0,
    provedFiles: 0,
    keptBytes: 0,
    goneBytes: 0,
    lostFiles: 0,
    conversion: 'none',
    message: null,
    window: null,
    revision: 0,
  };
}
