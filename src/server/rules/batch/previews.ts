import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { marked } from '#language/t.ts';
import type { ArchiveUnpacker, SliceValues, WantedSlices } from '#server/archives/archive-unpacker.ts';
import { tooLargeToConvert, type Converter } from '#server/conversion/converter.ts';
import { ObjectMissingError } from '#server/storage/object-store.ts';
import { sliceCount, slicePlace } from '#model/studies/series.ts';
import {
  filesOfBatch,
  findBatch,
  folderOfBatch,
  piecesOfBatchFile,
  requireBatch,
  sortedOf,
  type BatchFile,
  type SortedStudies,
} from './batch.ts';
import { createBatchSource } from './source.ts';
import { streamPieces, type ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { receivingOf } from '#server/rules/receive/receiving.ts';
import type { Upload, UploadCaller } from '#server/rules/uploads/uploads.ts';

/**
 * Previews of an upload whose archives the server has opened, until its series are moved: for its owner only, one picture and one volume at
 * a time for all callers, and none for a client that has disconnected.
 */
export interface PreviewPorts extends Pick<ArchiveUnpacker, 'slices'> {
  converters: Record<'dcm' | 'nii', Converter>;
}

interface Asked {
  caller: UploadCaller;
  session: string;
  /** Aborts when the client has disconnected. */
  left: AbortSignal;
}

/** given (frame of the recognition grid and of thumbnails). */
const TILE_PX = 160;
/** For all slices together: 32 MiB on the wire. */
const MOST_VALUES = 16 * 1024 ** 2;
const MAX_MS = 60_000;

/** CALL-060. */
export async function previewSlice(
  context: ServerContext,
  ports: PreviewPorts,
  asked: Asked,
  { uploadId, slice }: { uploadId: string; slice: number },
): Promise<ByteAnswer> {
  const { series, files } = await filesOfSeries(context, asked, uploadId);
  if (slice >= sliceCount(series.facts)) throw new Refusal('range_outside');
  // If the place depends on the frames of each file, the reader counts them.
  const place = slicePlace(series.facts, slice);
  const alone = place && files[place.instance];
  const wanted = { slice: alone ? place.frame : slice, count: 1, maxSize: TILE_PX };
  return draw(context, ports, asked, alone ? [alone] : files, wanted);
}

/** CALL-059. Slices of long series are smaller, so that all of them together stay within the limit. */
export async function previewSlices(
  context: ServerContext,
  ports: PreviewPorts,
  asked: Asked,
  { uploadId }: { uploadId: string },
): Promise<ByteAnswer> {
  const { series, files } = await filesOfSeries(context, asked, uploadId);
  const count = sliceCount(series.facts);
  const side = Math.floor(Math.sqrt(MOST_VALUES / count / Math.max(1, series.facts.samplesPerPixel)));
  if (side < 1) throw new Refusal('too_large');
  return draw(context, ports, asked, files, { slice: null, count, maxSize: Math.min(TILE_PX, side) });
}

async function draw(
  context: ServerContext,
  reader: PreviewPorts,
  { session, left }: Asked,
  files: readonly BatchFile[],
  wanted: WantedSlices,
): Promise<ByteAnswer> {
  const sources = files.map((file) => ({ name: file.name, source: sourceOf(context, file) }));
  const values = await receivingOf(context.db)
    .turns.take('batch-pixels', async () => {
      left.throwIfAborted();
      return reader.slices(sources, wanted, session, AbortSignal.any([left, AbortSignal.timeout(MAX_MS)]));
    })
    .catch((error: unknown) => {
      // A file that crashes its reader has no picture; the next picture can still be requested.
      if (error instanceof ObjectMissingError) throw error;
      return null;
    });
  if (values === null) throw new Refusal('not_found');
  return {
    size: values.bytes.length,
    type: 'application/octet-stream',
    sha256: null,
    saveAs: null,
    headers: headersOf(values),
    stream: () => Readable.from([values.bytes], { objectMode: false }),
  };
}

function headersOf(values: SliceValues): Record<string, string> {
  return {
    'x-width': String(values.width),
    'x-height': String(values.height),
    'x-slices': String(values.slices),
    'x-samples': String(values.samples),
    'x-slope': String(values.slope),
    'x-intercept': String(values.intercept),
    'x-window-center': String(values.windowCenter),
    'x-window-width': String(values.windowWidth),
    'x-inverted': values.isInverted ? '1' : '0',
    'x-colormap': values.isHotIron ? 'hot-iron' : '',
  };
}

/** CALL-061: a volume that was uploaded as NIfTI. */
export async function sentNifti(context: ServerContext, asked: Asked, { studyKey }: { studyKey: string }): Promise<ByteAnswer> {
  const { upload, studies } = await sortedFor(context, asked);
  const series = studies.find(({ uuid }) => uuid === studyKey)?.series.find(({ facts }) => facts.type === 'nii');
  const [file] = series === undefined ? [] : await filesOfBatch(context.db.read, upload, series.fileIds.slice(0, 1));
  if (file === undefined) throw new Refusal('not_found');
  const pieces = await piecesOfBatchFile(context.db.read, file.id);
  return {
    ...NIFTI,
    size: file.size,
    sha256: file.sha256,
    stream: (offset, length) => streamPieces(context.objects, pieces, offset, length),
  };
}

const NIFTI = { type: 'application/octet-stream', saveAs: null } as const;

/** CALL-062. Of a series with several volumes returns the largest, as a preview; its conversion makes all of them. */
export async function madeNifti(
  context: ServerContext,
  { converters }: PreviewPorts,
  asked: Asked,
  { studyKey, uploadId }: { studyKey: string; uploadId: string },
): Promise<ByteAnswer> {
  const { upload, series, files } = await filesOfSeries(context, asked, uploadId, studyKey);
  if (series.facts.type === 'nii') return sentNifti(context, asked, { studyKey });
  const known = await storedVolume(context, upload, uploadId);
  const volume =
    known ??
    (await receivingOf(context.db).turns.take('batch-volumes', () => make(context, converters.dcm, asked, { upload, uploadId, files })));
  return {
    ...NIFTI,
    size: volume.size,
    sha256: volume.sha256,
    stream: (offset, length) => context.objects.stream(volume.object_key, offset, length),
  };
}

interface SeriesFiles {
  upload: Upload;
  uploadId: string;
  files: readonly BatchFile[];
}

async function make(context: ServerContext, converter: Converter, { session, left }: Asked, { upload, uploadId, files }: SeriesFiles) {
  left.throwIfAborted();
  // An earlier request may have made it while this one waited.
  const known = await storedVolume(context, upload, uploadId);
  if (known !== null) return known;
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > converter.maxInputBytes) throw cannotBeMade(tooLargeToConvert(bytes, converter.maxInputBytes));
  const read = [];
  for (const file of files) {
    left.throwIfAborted();
    read.push({ name: `${read.length}.dcm`, bytes: await sourceOf(context, file).read(0, file.size) });
  }
  const conversion = await converter.convert({ files: read, owner: session }, left);
  if (!conversion.ok) throw cannotBeMade(conversion.why);
  const largest = conversion.volumes.toSorted((a, b) => b.bytes.length - a.bytes.length)[0];
  if (largest === undefined) throw cannotBeMade(marked('The series could not be converted to a volume.'));
  return store(context, upload, uploadId, largest.bytes);
}

const cannotBeMade = (why: string): Refusal => new Refusal('invalid', { errors: { series: [why] } });

async function store(context: ServerContext, upload: Upload, uploadId: string, bytes: Uint8Array) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const object_key = `${folderOfBatch(upload)}/volume-${uploadId}-${sha256.slice(0, 32)}`;
  await context.objects.write(object_key, bytes);
  const volume = { upload_id: upload.id, series_upload_id: uploadId, object_key, size: bytes.length, sha256 };
  const isKept = await context.db.write(async (tx) => {
    // Dropped meanwhile: nothing would remove it any more.
    if ((await findBatch(tx, upload.id)) === null) return false;
    await tx
      .insertInto('batch_volume')
      .values(volume)
      .onConflict((conflict) => conflict.columns(['upload_id', 'series_upload_id']).doUpdateSet({ object_key, size: volume.size, sha256 }))
      .execute();
    return true;
  });
  if (isKept) return volume;
  await context.objects.remove(object_key);
  throw new Refusal('not_found');
}

async function storedVolume({ db, objects }: ServerContext, upload: Upload, uploadId: string) {
  const row = await db.read
    .selectFrom('batch_volume')
    .selectAll()
    .where('upload_id', '=', upload.id)
    .where('series_upload_id', '=', uploadId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return (await objects.size(row.object_key)) === row.size ? row : null;
}

function sourceOf(context: ServerContext, file: BatchFile) {
  return createBatchSource(context, file.size, () => piecesOfBatchFile(context.db.read, file.id));
}

async function sortedFor(context: ServerContext, { caller, session }: Asked) {
  const { upload, batch } = await requireBatch(context, caller, session);
  return { upload, studies: sortedOf(batch).studies };
}

type SortedSeries = SortedStudies['studies'][number]['series'][number];

/** With its files, in slice order. A moved series is no longer here. */
async function filesOfSeries(
  context: ServerContext,
  asked: Asked,
  uploadId: string,
  studyKey?: string,
): Promise<{ upload: Upload; series: SortedSeries; files: BatchFile[] }> {
  const { upload, studies } = await sortedFor(context, asked);
  const among = studyKey === undefined ? studies : studies.filter(({ uuid }) => uuid === studyKey);
  const series = among.flatMap((study) => study.series).find((each) => each.uploadId === uploadId);
  if (series === undefined) throw new Refusal('not_found');
  const files = await filesOfBatch(context.db.read, upload, series.fileIds);
  if (files.length < series.fileIds.length) throw new Refusal('not_found');
  return { upload, series, files };
}
