import { createSHA256 } from 'hash-wasm';
import type { ByteSource } from '#imaging/byte-source.ts';
import { deidentifyVolume, isUntouched, type DeidentifiedVolume } from '#imaging/deidentify/nifti/deidentify-volume.ts';
import { placeOf, sourceOfPieces } from '#imaging/deidentify/output-file.ts';
import type { VolumeField } from '#imaging/deidentify/nifti/volume-fields.ts';
import type { MadeSeries } from '#localdb/upload/deidentified-series.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FileRow, LocalDb, Outgoing, StagedPiece } from '#localdb/schema.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { NOTHING_SENT, type DeidentifiedSeries, type TakenField } from '#model/uploads/deidentified.ts';
import { joinBytes } from '#model/join-bytes.ts';
import type { Literals } from './literals.ts';
import { createStagedSource, hashOf, rangesOf, stagePieces } from './outgoing.ts';

/** The de-identified volumes of a series: with other names and without texts in their headers. */
export async function deidentifyVolumes(
  db: LocalDb,
  device: DeviceKey,
  literals: Literals,
  files: readonly FileRow[],
): Promise<MadeSeries['result']> {
  const outgoing = new Map<string, Outgoing>();
  const taken = new Map<string, TakenField>();
  for (const [n, file] of files.entries()) {
    const source = createStagedSource(db, device, file);
    const made = await deidentifyVolume(source);
    if (!made.ok) return made;
    const leaving = await stage(literals, { file, source }, made);
    if (leaving === 'stream-damaged') return { ok: false, why: leaving };
    const name = `${placeOf(n)}${made.isCompressed ? '.nii.gz' : '.nii'}`;
    outgoing.set(file.id, { ...leaving, name, ...(file.slices && { slices: file.slices }) });
    count(taken, made.taken);
  }
  const pictures = { stated: 0, likely: 0, face: 0 };
  const report: DeidentifiedSeries = { files: files.length, isVolume: true, done: [], suspicious: [], pictures, sent: NOTHING_SENT };
  return { ok: true, report: { ...report, taken: [...taken.values()] }, outgoing };
}

/** Its slices stay those of the original: only texts are removed from its header. */
type Leaving = Omit<Outgoing, 'name' | 'slices'>;

async function stage(
  literals: Literals,
  { file, source }: { file: FileRow; source: ByteSource },
  { leaves }: Extract<DeidentifiedVolume, { ok: true }>,
): Promise<Leaving | 'stream-damaged'> {
  const { size, sha256, pieces } = file;
  if (isUntouched(leaves, source)) return { size, sha256, pieces };
  if (!('pieces' in leaves)) {
    const written = new WrittenFile(literals);
    const end = await leaves.written((bytes) => written.add(bytes));
    return end === 'whole' ? { ...(await written.end()), original: { sha256, ranges: [] } } : end;
  }
  const leaving = sourceOfPieces({ source, pieces: leaves.pieces });
  return {
    size: leaving.size,
    sha256: await hashOf(leaving),
    pieces: await stagePieces(literals, file, { source, pieces: leaves.pieces, isInPlace: true }),
    original: { sha256, ranges: rangesOf(leaves.pieces) },
  };
}

/** A file that arrives in small parts. They are staged in larger ones, because each staged part needs a row. */
class WrittenFile {
  readonly #literals: Literals;
  readonly #hash = createSHA256();
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #pieces: StagedPiece[] = [];
  #size = 0;

  constructor(literals: Literals) {
    this.#literals = literals;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= SEGMENT_BYTES) await this.#stage();
  }

  async end(): Promise<Pick<Outgoing, 'size' | 'sha256' | 'pieces'>> {
    await this.#stage();
    return { size: this.#size, sha256: (await this.#hash).digest('hex'), pieces: this.#pieces };
  }

  async #stage(): Promise<void> {
    const bytes = joinBytes(this.#held);
    [this.#held, this.#heldBytes] = [[], 0];
    (await this.#hash).update(bytes);
    this.#pieces.push(...(await this.#literals.add(bytes)));
    this.#size += bytes.length;
  }
}

function count(taken: Map<string, TakenField>, fields: readonly VolumeField[]): void {
  for (const { field, name } of fields) {
    const known = taken.get(field);
    taken.set(field, { field, name, files: (known?.files ?? 0) + 1 });
  }
}
