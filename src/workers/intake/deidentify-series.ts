import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { deidentify, type DeidentifyWith } from '#imaging/deidentify/deidentify.ts';
import { slicesOfInstance } from '#imaging/describe-slices.ts';
import { placeOf, sentFacts, sourceOfPieces } from '#imaging/deidentify/output-file.ts';
import { ATTRIBUTES } from '#imaging/deidentify/profile.ts';
import { createReplacements } from '#imaging/deidentify/values/replacements.ts';
import type { DeidentifySettings } from '#imaging/deidentify/settings.ts';
import { createReport, type DeidentifyReport } from '#imaging/deidentify/report.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { filesBySeries, saveDeidentified, type MadeSeries } from '#localdb/upload/deidentified-series.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { segmentsOf } from '#localdb/upload/lost-files.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { rowsByKey } from '#localdb/rows-by.ts';
import type { FileRow, LocalDb, Outgoing, SeriesRow } from '#localdb/schema.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { readStagedFiles } from '#localdb/files/staged-file.ts';
import { madeBy, type SaidOfSeries } from '#model/pictures/burned-in.ts';
import { NOTHING_SENT, type DeidentifiedSeries, type DeidentifyRules, type SentFacts } from '#model/uploads/deidentified.ts';
import { packSlices } from '#model/grids/packed-slices.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { withinSegment } from './batches.ts';
import { deidentifyVolumes } from './deidentify-volumes.ts';
import { Literals } from './literals.ts';
import { createStagedSource, hashOf, rangesOf, stagePieces } from './outgoing.ts';

/**
 * De-identifies each file of these series, all of one upload: see [Note: What leaves without names]. Each byte is read and hashed once. The series
 * share segments for new bytes and are saved together, because a study may have a thousand of them and each write waits for the disk. If files
 * arrived meanwhile, the result for their series is discarded; the caller that notices asks again. A series that cannot be read does not block the
 * others, and its error is thrown after they are saved.
 */
export async function deidentifySeries(
  db: LocalDb,
  device: DeviceKey,
  seriesIds: readonly string[],
  rules: DeidentifyRules,
): Promise<void> {
  const open = await readOpen(db, seriesIds, rules);
  const [first] = open;
  if (!first) return;
  const { uploadId } = first.series;
  const literals = new Literals(db, device, uploadId);
  const writer = new SeriesWriter(db, device, rules, literals);
  const faults: unknown[] = [];
  let saved: readonly MadeSeries[] = [];
  try {
    const made: MadeSeries[] = [];
    for (const { series, files } of open) {
      try {
        const { type } = await openJson<SeriesFacts>(device, series.sealed);
        const result = type === 'nii' ? await deidentifyVolumes(db, device, literals, files) : await writer.write(files, series);
        made.push({ read: series, by: madeBy(rules, series), result });
      } catch (error) {
        // The others would not fit on the device either.
        if (isQuotaError(error)) throw error;
        faults.push(error);
      }
    }
    await literals.close();
    saved = await saveDeidentified(db, device, uploadId, made);
  } finally {
    await literals.discardBut(segmentsNamedBy(saved));
  }
  if (faults.length > 0) throw faults[0];
}

function segmentsNamedBy(saved: readonly MadeSeries[]): Set<string> {
  const outgoing = saved.flatMap(({ result }) => (result.ok ? [...result.outgoing.values()] : []));
  return new Set(outgoing.flatMap(({ pieces }) => segmentsOf(pieces)));
}

interface OpenSeries {
  series: SeriesRow;
  files: FileRow[];
}

/** Those of the series that are not done yet, with their files in order. */
async function readOpen(db: LocalDb, seriesIds: readonly string[], rules: DeidentifyRules): Promise<OpenSeries[]> {
  return db.transaction('r', db.uploads, db.series, db.files, async () => {
    const rows = (await rowsByKey(db.series, seriesIds)).filter((row) => row.valid && row.deidentifiedBy !== madeBy(rules, row));
    const [first] = rows;
    if (!first || (await db.uploads.get(first.uploadId))?.phase !== 'none') return [];
    const filesOf = await filesBySeries(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((series) => ({ series, files: (filesOf.get(series.id) ?? []).toSorted(bySlice) }));
  });
}

function bySlice(a: FileRow, b: FileRow): number {
  return a.order - b.order || a.order2 - b.order2;
}

class SeriesWriter {
  readonly #db: LocalDb;
  readonly #device: DeviceKey;
  readonly #rules: DeidentifyRules;
  readonly #literals: Literals;

  constructor(db: LocalDb, device: DeviceKey, rules: DeidentifyRules, literals: Literals) {
    this.#db = db;
    this.#device = device;
    this.#rules = rules;
    this.#literals = literals;
  }

  async write(files: readonly FileRow[], { burnedIn, keepsForConversion }: SaidOfSeries): Promise<MadeSeries['result']> {
    const { key } = this.#rules;
    const settings = keepsForConversion ? withConversion(this.#rules.settings) : this.#rules.settings;
    const replacements = await createReplacements(hexToBytes(key));
    // The header gets no replacement name for the patient: the team's number may not be known yet, and a list can show it later, but a hash cannot
    // change.
    const how: DeidentifyWith = { settings, replacements, patientName: '', burnedIn: burnedIn ?? undefined, report: createReport() };
    const outgoing = new Map<string, Outgoing>();
    let sent: SentFacts | null = null;
    for (const batch of withinSegment(files, ({ size }) => size)) {
      const sources = await this.#sourcesOf(batch);
      for (const [n, file] of batch.entries()) {
        const source = sources[n] as ByteSource;
        const header = await readDicomHeader(source);
        const made = header.ok ? await deidentify(header, how) : ({ ok: false, why: 'damaged' } as const);
        if (!header.ok || !made.ok) return { ok: false, why: made.ok ? 'damaged' : made.why };
        const leaving = sourceOfPieces(made);
        const newHeader = await readDicomHeader(leaving);
        if (!newHeader.ok) throw new Error('What was made of a header is none');
        sent ??= sentFacts(newHeader);
        const isInPlace = header.source === source;
        outgoing.set(file.id, {
          name: `${placeOf(outgoing.size)}.dcm`,
          size: leaving.size,
          sha256: await hashOf(leaving),
          pieces: await stagePieces(this.#literals, file, { ...made, isInPlace }),
          slices: await sealJson(this.#device, packSlices(await slicesOfInstance(newHeader))),
          original: { sha256: file.sha256, ranges: isInPlace ? rangesOf(made.pieces) : [] },
        });
      }
    }
    return { ok: true, report: reportOf(how.report, sent ?? NOTHING_SENT), outgoing };
  }

  /** Adjacent small files are read together; a large one by ranges. */
  async #sourcesOf(batch: readonly FileRow[]): Promise<ByteSource[]> {
    const [only] = batch;
    if (batch.length === 1 && only && only.size > SEGMENT_BYTES) return [createStagedSource(this.#db, this.#device, only)];
    const ranges = batch.map((file) => ({ file, offset: 0, length: file.size }));
    return (await readStagedFiles(this.#db, this.#device, ranges)).map(createMemorySource);
  }
}

function withConversion(settings: DeidentifySettings): DeidentifySettings {
  return { ...settings, retain: { ...settings.retain, conversion: true } };
}

function reportOf({ files, counts, suspicious, pictures, forConversion }: DeidentifyReport, sent: SentFacts): DeidentifiedSeries {
  const done = [...counts].flatMap(([did, tags]) =>
    [...tags].map(([tag, elements]) => ({ done: did, tag, name: ATTRIBUTES.get(tag)?.name ?? '', elements })),
  );
  const kept = [...forConversion.kept].map(([creator, elements]) => ({ creator, elements }));
  const conversion = { kept, lost: [...forConversion.lost] };
  return { files, isVolume: false, done, suspicious: [...suspicious.values()], pictures, forConversion: conversion, sent };
}

function hexToBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
