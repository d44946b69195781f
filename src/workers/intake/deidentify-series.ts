import { createSHA256 } from 'hash-wasm';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { deidentify, type Deidentified, type DeidentifyWith, type Piece } from '#imaging/deidentify/deidentify.ts';
import { lengthOf, placeOf, sentFacts, sourceOfPieces } from '#imaging/deidentify/leaving-file.ts';
import { ATTRIBUTES } from '#imaging/deidentify/profile.ts';
import { createReplacements } from '#imaging/deidentify/replacements.ts';
import { createReport, type DeidentifyReport } from '#imaging/deidentify/report.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { saveDeidentified, type MadeSeries } from '#localdb/deidentified-series.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { openFileNames } from '#localdb/opened-rows.ts';
import type { FileRow, LocalDb, Original, Outgoing, SeriesRow } from '#localdb/schema.ts';
import { bytesToHex, openJson } from '#localdb/sealed.ts';
import { SEGMENT_BYTES } from '#localdb/segment.ts';
import { locate, readStagedFile, readStagedFiles } from '#localdb/staged-file.ts';
import { madeBy, type BurnedIn } from '#model/burned-in.ts';
import { NOTHING_SENT, type DeidentifiedSeries, type DeidentifyRules, type SentFacts } from '#model/deidentified.ts';
import type { SeriesFacts } from '#model/study.ts';
import { Literals } from './literals.ts';

/**
 * Makes of each file of a series the one that leaves without names: see [Note: What leaves without names]. Each byte is read and hashed once. What was
 * made comes to nothing where files arrived meanwhile; whoever sees that the series is open still asks again.
 */
export async function deidentifySeries(db: LocalDb, device: DeviceKey, seriesId: string, rules: DeidentifyRules): Promise<void> {
  const read = await readBefore(db, seriesId);
  if (!read || read.series.deidentifiedBy === madeBy(rules, read.series.burnedIn)) return;
  const { series, files } = read;
  const by = madeBy(rules, series.burnedIn);
  const literals = new Literals(db, device, series.uploadId);
  let isSaved = false;
  try {
    const { type } = await openJson<SeriesFacts>(device, series.sealed);
    const result =
      type === 'nii'
        ? await renameVolumes(device, files)
        : await new SeriesWriter(db, device, rules, literals).write(files, series.burnedIn);
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

/** Nothing in a volume names anybody by attributes; its own name may. */
async function renameVolumes(device: DeviceKey, files: readonly FileRow[]): Promise<MadeSeries['result']> {
  const outgoing = new Map<string, Outgoing>();
  for (const [n, file] of files.entries()) {
    const { name } = await openFileNames(device, file);
    const { size, sha256, pieces } = file;
    outgoing.set(file.id, { name: `${placeOf(n)}${/\.gz$/i.test(name) ? '.nii.gz' : '.nii'}`, size, sha256, pieces });
  }
  const report = { files: files.length, isVolume: true, done: [], suspicious: [], pictures: { stated: 0, likely: 0, face: 0 } };
  return { ok: true, report: { ...report, sent: NOTHING_SENT }, outgoing };
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

  async write(files: readonly FileRow[], burnedIn: BurnedIn | undefined): Promise<MadeSeries['result']> {
    const { settings, key } = this.#rules;
    const replacements = await createReplacements(hexToBytes(key));
    // The header has no name for the patient: the number of the team may not be known yet, and a list can have it later, a hash cannot.
    const how: DeidentifyWith = { settings, replacements, patientName: '', burnedIn, report: createReport() };
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
          pieces: await this.#stage(file, made, isInPlace),
          original: { sha256: file.sha256, ranges: isInPlace ? rangesOf(made.pieces) : [] },
        });
      }
    }
    return { ok: true, report: reportOf(how.report, sent ?? NOTHING_SENT), outgoing };
  }

  /** A range of what is staged stays where it lies; of a file that had to be inflated, or painted, it is staged now. */
  async #stage(file: FileRow, { source, pieces }: Made, isInPlace: boolean): Promise<Outgoing['pieces']> {
    const staged: Outgoing['pieces'] = [];
    for (const piece of pieces) {
      if ('bytes' in piece) staged.push(...(await this.#literals.add(piece.bytes)));
      else if (isInPlace && !piece.isPainted) staged.push(...locate({ file, ...piece }));
      else
        for (let at = 0; at < piece.length; at += SEGMENT_BYTES)
          staged.push(...(await this.#literals.add(await source.read(piece.offset + at, Math.min(SEGMENT_BYTES, piece.length - at)))));
    }
    return staged;
  }

  /** Small files that lie one behind the other are opened together; a large one by ranges. */
  async #sourcesOf(batch: readonly FileRow[]): Promise<ByteSource[]> {
    const [only] = batch;
    if (batch.length === 1 && only && only.size > SEGMENT_BYTES) {
      const read = (offset: number, length: number) =>
        readStagedFile(this.#db, this.#device, only, Math.min(offset, only.size), Math.max(0, Math.min(length, only.size - offset)));
      return [{ size: only.size, read }];
    }
    const ranges = batch.map((file) => ({ file, offset: 0, length: file.size }));
    return (await readStagedFiles(this.#db, this.#device, ranges)).map(createMemorySource);
  }
}

type Made = Extract<Deidentified, { ok: true }>;

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

function rangesOf(pieces: readonly Piece[]): Original['ranges'] {
  const ranges: Original['ranges'] = [];
  let at = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    if (!('bytes' in piece) && !piece.isPainted) ranges.push({ at, from: piece.offset, length });
    at += length;
  }
  return ranges;
}

async function hashOf(source: ByteSource): Promise<string> {
  if (source.size <= SEGMENT_BYTES) {
    const bytes = new Uint8Array(await source.read(0, source.size));
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
  const hash = await createSHA256();
  for (let at = 0; at < source.size; at += SEGMENT_BYTES) hash.update(await source.read(at, SEGMENT_BYTES));
  return hash.digest('hex');
}

function reportOf({ files, counts, suspicious, pictures }: DeidentifyReport, sent: SentFacts): DeidentifiedSeries {
  const done = [...counts].flatMap(([did, tags]) =>
    [...tags].map(([tag, elements]) => ({ done: did, tag, name: ATTRIBUTES.get(tag)?.name ?? '', elements })),
  );
  return { files, isVolume: false, done, suspicious: [...suspicious.values()], pictures, sent };
}

function hexToBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
