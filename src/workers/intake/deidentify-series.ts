import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { deidentify, type DeidentifyWith } from '#imaging/deidentify/deidentify.ts';
import { placeOf, sentFacts, sourceOfPieces } from '#imaging/deidentify/leaving-file.ts';
import { ATTRIBUTES } from '#imaging/deidentify/profile.ts';
import { createReplacements } from '#imaging/deidentify/replacements.ts';
import type { DeidentifySettings } from '#imaging/deidentify/settings.ts';
import { createReport, type DeidentifyReport } from '#imaging/deidentify/report.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { saveDeidentified, type MadeSeries } from '#localdb/deidentified-series.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FileRow, LocalDb, Outgoing, SeriesRow } from '#localdb/schema.ts';
import { openJson } from '#localdb/sealed.ts';
import { SEGMENT_BYTES } from '#localdb/segment.ts';
import { readStagedFiles } from '#localdb/staged-file.ts';
import { madeBy, type SaidOfSeries } from '#model/burned-in.ts';
import { NOTHING_SENT, type DeidentifiedSeries, type DeidentifyRules, type SentFacts } from '#model/deidentified.ts';
import type { SeriesFacts } from '#model/study.ts';
import { deidentifyVolumes } from './deidentify-volumes.ts';
import { Literals } from './literals.ts';
import { createStagedSource, hashOf, rangesOf, stagePieces } from './outgoing.ts';

/**
 * Makes of each file of a series the one that leaves without names: see [Note: What leaves without names]. Each byte is read and hashed once. What was
 * made comes to nothing where files arrived meanwhile; whoever sees that the series is open still asks again.
 */
export async function deidentifySeries(db: LocalDb, device: DeviceKey, seriesId: string, rules: DeidentifyRules): Promise<void> {
  const read = await readBefore(db, seriesId);
  if (!read || read.series.deidentifiedBy === madeBy(rules, read.series)) return;
  const { series, files } = read;
  const by = madeBy(rules, series);
  const literals = new Literals(db, device, series.uploadId);
  let isSaved = false;
  try {
    const { type } = await openJson<SeriesFacts>(device, series.sealed);
    const result =
      type === 'nii'
        ? await deidentifyVolumes(db, device, literals, files)
        : await new SeriesWriter(db, device, rules, literals).write(files, series);
    await literals.close();
    isSaved = (await saveDeidentified(db, device, { read: series, by, result })) && result.ok;
  } finally {
    if (!isSaved) await literals.discard();
  }
}

async function readBefore(db: LocalDb, seriesId: string): Promise<{ series: SeriesRow; files: FileRow[] } | null> {
  return db.transaction('r', db.uploads, db.series, db.files, async () => {
    const series = await db.series.get(seriesId);
    if (!series?.valid || (await db.uploads.get(series.uploadId))?.phase !== 'none') return null;
    const inOrder = db.files.where('[seriesId+order+order2]').between([seriesId, -Infinity, -Infinity], [seriesId, Infinity, Infinity]);
    return { series, files: await inOrder.toArray() };
  });
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
    // The header has no name for the patient: the number of the team may not be known yet, and a list can have it later, a hash cannot.
    const how: DeidentifyWith = { settings, replacements, patientName: '', burnedIn: burnedIn ?? undefined, report: createReport() };
    const outgoing = new Map<string, Outgoing>();
    let sent: SentFacts | null = null;
    for (const batch of batches(files)) {
      const sources = await this.#sourcesOf(batch);
      for (const [n, file] of batch.entries()) {
        const source = sources[n] as ByteSource;
        const header = await readDicomHeader(source);
        const made = header.ok ? await deidentify(header, how) : ({ ok: false, why: 'damaged' } as const);
        if (!header.ok || !made.ok) return { ok: false, why: made.ok ? 'damaged' : made.why };
        const leaving = sourceOfPieces(made);
        sent ??= await sentFacts(leaving);
        if (sent === null) throw new Error('What was made of a header is none');
        const isInPlace = header.source === source;
        outgoing.set(file.id, {
          name: `${placeOf(outgoing.size)}.dcm`,
          size: leaving.size,
          sha256: await hashOf(leaving),
          pieces: await stagePieces(this.#literals, file, { ...made, isInPlace }),
          original: { sha256: file.sha256, ranges: isInPlace ? rangesOf(made.pieces) : [] },
        });
      }
    }
    return { ok: true, report: reportOf(how.report, sent ?? NOTHING_SENT), outgoing };
  }

  /** Small files that lie one behind the other are opened together; a large one by ranges. */
  async #sourcesOf(batch: readonly FileRow[]): Promise<ByteSource[]> {
    const [only] = batch;
    if (batch.length === 1 && only && only.size > SEGMENT_BYTES) return [createStagedSource(this.#db, this.#device, only)];
    const ranges = batch.map((file) => ({ file, offset: 0, length: file.size }));
    return (await readStagedFiles(this.#db, this.#device, ranges)).map(createMemorySource);
  }
}

function* batches(files: readonly FileRow[]): Generator<FileRow[]> {
  let batch: FileRow[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && bytes + file.size > SEGMENT_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
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
