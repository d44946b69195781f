import { createSHA256 } from 'hash-wasm';
import { FIRST_ACQUISITIONS } from '#contract/acquisitions.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { recogniseSeries } from '#imaging/recognise/recognise.ts';
import { saveSimilarFiles, type OpenedForComparison } from '#localdb/upload/similar-files.ts';
import { commitFiles, UploadClosedError, type CommittedFiles, type InTurn, type StagedFile } from '#localdb/files/commit-files.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { saveRecognitions } from '#localdb/recognition/recognitions.ts';
import { commitArchive } from '#localdb/upload/server-archives.ts';
import { LocalDb, type SegmentRow, type StagedPiece } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment, SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { deidentifySeries } from './deidentify-series.ts';
import { describedBy, readFile } from './read-file.ts';
import { createFileSource } from './file-source.ts';
import { isArchive } from './is-archive.ts';
import { takeArchive } from './take-archive.ts';
import type { ArchivePart, DeidentifyEnd, FileToTake } from './types.ts';

export type TakeResult =
  /** `unsupported`: files in an archive whose type is not accepted. */
  | { ok: true; stored: number; duplicates: number; problems: number; unsupported?: number }
  /** `closed`: the upload was cleared or has been started. `fault`: a file could not be read, or this device failed. */
  | { ok: false; why: 'quota' | 'closed' | 'fault' };

/**
 * Takes files onto this device: reads and hashes each once, reads its header, packs small files whole into one segment, encrypts, and commits
 * bytes, rows and changes of studies and series together. Runs in a web worker; two of them work in parallel.
 */
export class IntakeWorker {
  readonly #db: LocalDb;
  readonly #inTurn: InTurn | undefined;
  readonly #openedForAlike: OpenedForComparison = new Map();
  #device: Promise<DeviceKey> | null = null;

  constructor(userId: number, inTurn?: InTurn) {
    this.#db = new LocalDb(userId);
    this.#inTurn = inTurn;
  }

  /** Called before the first batch, which meets the same errors again. */
  async warm(): Promise<void> {
    await this.#openKey().catch(() => undefined);
  }

  /**
   * Takes the files of one segment, one file larger than a segment, or one archive. If a batch fails, nothing of it counts as stored, but what an
   * archive returned before its failure is stored.
   */
  async take(uploadId: string, files: FileToTake[], onPart: (part: ArchivePart) => void = () => undefined): Promise<TakeResult> {
    const [only] = files;
    try {
      if (files.length === 1 && only !== undefined) {
        if (only.forServer) return await this.#takeForServer(uploadId, only);
        if (isArchive(only)) return await this.#takeArchive(uploadId, only, onPart);
        if (only.file.size > SEGMENT_BYTES) return await this.#takeLargeFile(uploadId, only);
      }
      return await this.#takeSmallFiles(uploadId, files);
    } catch (error) {
      // Also for failures other than quota: what was not committed is not stored, and the page reports it.
      if (isQuotaError(error)) return { ok: false, why: 'quota' };
      return { ok: false, why: error instanceof UploadClosedError ? 'closed' : 'fault' };
    }
  }

  /** Recognises each series of an upload and finds similar files once its files are here. A second call updates what has changed. */
  async recognise(uploadId: string): Promise<void> {
    const device = await this.#openKey();
    await saveRecognitions(this.#db, device, uploadId, { recognise: recogniseSeries, allowed: FIRST_ACQUISITIONS });
    await saveSimilarFiles(this.#db, device, uploadId, this.#openedForAlike);
  }

  /** De-identifies these series; quick if that is done. */
  async deidentify(seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd> {
    try {
      await deidentifySeries(this.#db, await this.#openKey(), seriesIds, rules);
      return 'ok';
    } catch (error) {
      return isQuotaError(error) ? 'no-room' : 'fault';
    }
  }

  async #takeSmallFiles(uploadId: string, files: FileToTake[]): Promise<TakeResult> {
    const device = await this.#openKey();
    const staged = await stageSmallFiles(device, uploadId, files);
    const { stored, duplicates, problems } = await this.#commit(device, uploadId, staged.files, [staged.segment]);
    return { ok: true, stored, duplicates, problems };
  }

  /** Its segments are written ahead of the commit. Unused ones (no space, cleared, a duplicate) are deleted immediately. */
  async #takeLargeFile(uploadId: string, file: FileToTake): Promise<TakeResult> {
    const device = await this.#openKey();
    const written: string[] = [];
    try {
      const staged = await stageLargeFile(this.#db, device, uploadId, file, (segmentId) => written.push(segmentId));
      const { unheldSegmentIds, stored, duplicates, problems } = await this.#commit(device, uploadId, [staged], []);
      await this.#db.segments.bulkDelete(unheldSegmentIds);
      return { ok: true, stored, duplicates, problems };
    } catch (error) {
      // If this fails as well, the next start sweeps them.
      await this.#db.segments.bulkDelete(written).catch(() => undefined);
      throw error;
    }
  }

  /** Stores it unchanged: [Note: Archives that the server opens]. */
  async #takeForServer(uploadId: string, archive: FileToTake): Promise<TakeResult> {
    const device = await this.#openKey();
    const written: string[] = [];
    try {
      const bytes = await stageBytes(this.#db, device, uploadId, archive.file, (segmentId) => written.push(segmentId));
      const unheld = await commitArchive(this.#db, device, uploadId, { ...stagedFile(archive), ...bytes });
      await this.#db.segments.bulkDelete(unheld);
      const isNew = unheld.length === 0;
      return { ok: true, stored: isNew ? 1 : 0, duplicates: isNew ? 0 : 1, problems: 0 };
    } catch (error) {
      await this.#db.segments.bulkDelete(written).catch(() => undefined);
      throw error;
    }
  }

  async #takeArchive(uploadId: string, archive: FileToTake, onPart: (part: ArchivePart) => void): Promise<TakeResult> {
    const taken = await takeArchive({ db: this.#db, device: await this.#openKey(), uploadId, onPart }, archive);
    return { ok: true, ...taken };
  }

  #commit(device: DeviceKey, uploadId: string, files: readonly StagedFile[], segments: readonly SegmentRow[]): Promise<CommittedFiles> {
    return commitFiles(this.#db, device, uploadId, files, segments, this.#inTurn);
  }

  async #openKey(): Promise<DeviceKey> {
    this.#device ??= openDeviceKey(this.#db);
    try {
      return await this.#device;
    } catch (error) {
      this.#device = null;
      throw error;
    }
  }
}

/** Reads all files in one step (a Blob of Blobs, measured 1.1 to 1.4 times as fast as one by one) and stores them in one segment. */
async function stageSmallFiles(
  device: DeviceKey,
  uploadId: string,
  files: FileToTake[],
): Promise<{ files: StagedFile[]; segment: SegmentRow }> {
  const plain = new Uint8Array(await new Blob(files.map(({ file }) => file)).arrayBuffer());
  if (plain.length !== files.reduce((sum, { file }) => sum + file.size, 0)) throw new Error('A file changed while it was read');
  const segment = createSegment(device, uploadId, plain);
  let offset = 0;
  const staged = files.map(async (taken): Promise<StagedFile> => {
    const from = offset;
    offset += taken.file.size;
    const bytes = plain.subarray(from, from + taken.file.size);
    const source = createMemorySource(bytes);
    const [digest, reading] = await Promise.all([crypto.subtle.digest('SHA-256', bytes), readFile(source, taken.path)]);
    const sha256 = bytesToHex(new Uint8Array(digest));
    const pieces = [{ segmentId: (await segment).id, offset: from, length: bytes.length }];
    return { ...stagedFile(taken), sha256, pieces, reading: describedBy(reading, sha256) };
  });
  return { files: await Promise.all(staged), segment: await segment };
}

/**
 * A file that spans segments. Each is written as soon as it is full, so at most two are in memory; the row that refers to them is committed at the
 * end. Segments without a row (after a kill) are swept at the next start.
 */
async function stageLargeFile(
  db: LocalDb,
  device: DeviceKey,
  uploadId: string,
  taken: FileToTake,
  onSegment: (segmentId: string) => void,
): Promise<StagedFile> {
  const reading = await readFile(createFileSource(taken.file), taken.path);
  const bytes = await stageBytes(db, device, uploadId, taken.file, reading.ok ? onSegment : null);
  return { ...stagedFile(taken), ...bytes, reading: describedBy(reading, bytes.sha256) };
}

/** `onSegment` is called for each written segment; null: nothing is written, only hashed. */
async function stageBytes(
  db: LocalDb,
  device: DeviceKey,
  uploadId: string,
  file: File,
  onSegment: ((segmentId: string) => void) | null,
): Promise<{ sha256: string; pieces: StagedPiece[] }> {
  const source = createFileSource(file);
  const hash = await createSHA256();
  const pieces: StagedPiece[] = [];
  for (let at = 0; at < file.size; at += SEGMENT_BYTES) {
    const plain = await source.read(at, SEGMENT_BYTES);
    if (plain.length !== Math.min(SEGMENT_BYTES, file.size - at)) throw new Error('A file changed while it was read');
    hash.update(plain);
    if (onSegment === null) continue;
    const segment = await createSegment(device, uploadId, plain);
    await db.segments.add(segment);
    onSegment(segment.id);
    pieces.push({ segmentId: segment.id, offset: 0, length: plain.length });
  }
  return { sha256: hash.digest('hex'), pieces };
}

function stagedFile({ id, file, path }: FileToTake): Pick<StagedFile, 'id' | 'names' | 'size'> {
  return { id, names: { name: file.name, path }, size: file.size };
}
