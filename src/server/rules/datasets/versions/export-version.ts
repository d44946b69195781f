import { createHash, type Hash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createGzip } from 'node:zlib';
import { makeZip } from 'client-zip';
import { dateToWire } from '#contract/dates.ts';
import type { VersionChoice, VersionClass } from '#contract/dataset-versions.ts';
import { plainHead } from '#imaging/deidentify/nifti/plain-head.ts';
import { HEADER_BYTES, parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import { cellToCsv } from '#model/csv-cell.ts';
import { imagePath, labelPath, nnunetDataset, nnunetSplits } from '#model/datasets/nnunet.ts';
import { placeToPart, type Part } from '#model/datasets/parts.ts';
import type { Reader } from '#server/db/database.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { blindedStudies } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { safeName } from '#server/rules/studies/download-names.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import { caseId, caseRows, imagesOfCases, type CaseRow } from './case-rows.ts';
import { assertMayFreeze } from './plan.ts';
import type { VersionRow } from './versions.ts';

/** A case as it leaves. Files are null once it is withdrawn. */
interface LeavingCase {
  id: string;
  /** Stands for the patient in this version, and says nothing of them. */
  patient: string;
  study: string;
  part: Part;
  withdrawn: boolean;
  /** `volume`: hash of the converted volume. */
  images: { series: string; grid: string | null; volume: string; isResampled: boolean; bytes: number; key: string | null }[];
  label: { key: string; bytes: number; sha256: string } | null;
  segmentation: string;
  operation: number;
  grid: string;
  /** The value of the segment of each class in its segmentation. */
  values: number[];
  voxels: number[] | null;
  overlapping: number;
}

interface Leaving {
  version: VersionRow;
  dataset: string;
  classes: VersionClass[];
  channels: string[];
  cases: LeavingCase[];
}

/**
 * The images and label maps of a frozen version, as a zip in the layout of nnU-Net v2 with `frozen.json`. It is made while it is sent: one file is open at a
 * time. Images leave without the texts of their headers. `faces_unconfirmed`: nobody has said that faces may leave.
 */
export async function exportVersion(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const leaving = await leavingVersion(context.db.read, caller, uuid);
  const isFace = (await caseRows(context.db.read, [leaving.version.id]).execute()).some(
    ({ withdrawn, face }) => withdrawn === 0 && face === 1,
  );
  if (isFace && leaving.version.faces_at === null) throw new Refusal('faces_unconfirmed');
  return {
    ...{ size: null, type: 'application/zip', sha256: null, saveAs: `${fileName(leaving)}.zip` },
    stream() {
      let open: Readable | null = null;
      const onOpen = (stream: Readable): Readable => (open = stream);
      const zip = Readable.fromWeb(makeZip(entriesOf(context.objects, leaving, onOpen)) as ReadableStream);
      // The client has disconnected.
      zip.once('close', () => open?.destroy());
      return zip;
    },
  };
}

/** The cases of a frozen version as CSV, with hashes. */
export async function exportList(context: ServerContext, caller: Member, uuid: string): Promise<ByteAnswer> {
  const leaving = await leavingVersion(context.db.read, caller, uuid);
  const bytes = Buffer.from(`\uFEFF${listOf(leaving)}`);
  return {
    ...{ size: bytes.length, type: 'text/csv; charset=utf-8', sha256: null, saveAs: `${fileName(leaving)}.csv` },
    stream: () => Readable.from([bytes]),
  };
}

async function leavingVersion(db: Reader, caller: Member, uuid: string): Promise<Leaving> {
  if (!caller.permissions.has('r:datasets')) throw new Refusal('not_allowed');
  assertMayFreeze(caller);
  const version = await db
    .selectFrom('dataset_version')
    .innerJoin('dataset', 'dataset.id', 'dataset_version.dataset_id')
    .selectAll('dataset_version')
    .select('dataset.name as dataset')
    .where('dataset_version.uuid', '=', uuid)
    .where('dataset.team_id', '=', caller.teamId)
    .executeTakeFirst();
  if (version === undefined) throw new Refusal('not_found');
  if (version.state !== 'frozen') throw new Refusal('version_not_frozen');
  const rows = await caseRows(db, [version.id]).execute();
  const blinded = await blindedStudies(db, caller);
  // The masks are the work of others.
  if (rows.some(({ study_id: study }) => study !== null && blinded.has(study))) throw new Refusal('case_of_campaign');
  const images = await imagesOfCases(db, version.id);
  const classes = JSON.parse(version.classes) as VersionClass[];
  const valueByUuid = await segmentValues(db, version.id);
  const patients = new Map([...new Set(rows.map((row) => row.patient_uuid))].map((patient, at) => [patient, at + 1]));
  return {
    version,
    dataset: version.dataset,
    classes,
    channels: JSON.parse(version.channels) as string[],
    cases: rows.map((row) => ({
      ...{ id: caseId(row.number), patient: `patient_${String(patients.get(row.patient_uuid)).padStart(4, '0')}` },
      ...{ study: row.study_uuid, part: placeToPart(row.part)!, withdrawn: row.withdrawn === 1 },
      images: (images.get(row.number) ?? []).map(({ series_uuid, grid_hash, sha256, bytes, object_key, resampled_from }) => ({
        ...{ series: series_uuid, grid: grid_hash, volume: resampled_from ?? sha256, isResampled: resampled_from !== null },
        ...{ bytes, key: object_key },
      })),
      label:
        row.withdrawn === 1 || row.label_key === null ? null : { key: row.label_key, bytes: row.label_bytes!, sha256: row.label_sha256! },
      ...{ segmentation: row.segmentation_uuid, operation: row.operation_number, grid: row.grid_hash },
      values: valuesOf(row, classes, valueByUuid),
      voxels: row.voxels === null ? null : (JSON.parse(row.voxels) as number[]),
      overlapping: row.overlapping,
    })),
  };
}

async function segmentValues(db: Reader, versionId: number): Promise<ReadonlyMap<string, number>> {
  const segments = await db
    .selectFrom('dataset_case')
    .innerJoin('segment', 'segment.segmentation_id', 'dataset_case.segmentation_id')
    .select(['segment.uuid', 'segment.value'])
    .where('dataset_case.version_id', '=', versionId)
    .execute();
  return new Map(segments.map(({ uuid, value }) => [uuid, value]));
}

/** Empty if its segmentation is gone. */
function valuesOf({ segments }: CaseRow, classes: readonly VersionClass[], valueByUuid: ReadonlyMap<string, number>): number[] {
  const segmentByClass = new Map(
    (JSON.parse(segments) as { segment: string; value: number }[]).map(({ segment, value }) => [value, segment]),
  );
  return classes.flatMap(({ value }) => valueByUuid.get(segmentByClass.get(value) ?? '') ?? []);
}

interface ZipEntry {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array>;
}

/** `frozen.json` is last: it has the hashes of the files as they were sent. */
async function* entriesOf(objects: ObjectStore, leaving: Leaving, onOpen: (stream: Readable) => Readable): AsyncGenerator<ZipEntry> {
  const lastModified = new Date(leaving.version.created_at);
  const present = leaving.cases.filter(({ label }) => label !== null);
  const json = (name: string, value: unknown): ZipEntry => ({ name, lastModified, input: `${JSON.stringify(value, null, 2)}\n` });
  yield json('dataset.json', nnunetDataset({ ...leaving, cases: present }));
  const splits = nnunetSplits(present);
  if (splits !== null) yield json('splits_final.json', splits);
  const sent = new Map<string, string>();
  for (const { id, part, images, label } of present) {
    for (const [channel, image] of images.entries()) {
      const name = imagePath(id, part, channel);
      yield { name, lastModified, input: onOpen(hashed(await imageStream(objects, image), (sha256) => sent.set(name, sha256))) };
    }
    const name = labelPath(id, part);
    yield { name, lastModified, input: onOpen(hashed(objects.stream(label!.key, 0, label!.bytes), (sha256) => sent.set(name, sha256))) };
  }
  yield json('frozen.json', manifestOf(leaving, sent));
}

/** Compressed as it is sent, with a head that tells nothing but numbers. */
async function imageStream(objects: ObjectStore, { key, bytes }: { key: string | null; bytes: number }): Promise<Readable> {
  if (key === null) throw new Error('An image was withdrawn while it was sent');
  const head = await objects.read(key, 0, Math.min(bytes, HEADER_BYTES));
  const parsed = parseNiftiHeader(head);
  if (!parsed.ok) throw new Error(`An image of a version cannot be read: ${parsed.why}`);
  const { voxelOffset, voxelBytes } = parsed.header;
  const first = plainHead(head, parsed.header);
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield first;
    for await (const part of objects.stream(key!, voxelOffset, voxelBytes)) yield part as Uint8Array;
  }
  // Voxels of images hardly get smaller at higher levels. An error ends the zip, which then cannot be opened.
  return pipeline(Readable.from(parts(), { objectMode: false }), createGzip({ level: 3 }), () => undefined);
}

function hashed(stream: Readable, done: (sha256: string) => void): Readable {
  const hash: Hash = createHash('sha256');
  const through = new Transform({
    transform(part: Uint8Array, _encoding, next) {
      hash.update(part);
      next(null, part);
    },
    flush(next) {
      done(hash.digest('hex'));
      next();
    },
  });
  return pipeline(stream, through, () => undefined);
}

/** What the version is, and for programs that train: `classes`, `channels` and `cases` with the paths of their files. */
function manifestOf({ version, dataset, classes, channels, cases }: Leaving, sent: ReadonlyMap<string, string>) {
  const choice = JSON.parse(version.choice) as VersionChoice;
  return {
    format: 'lightship-dataset',
    format_version: 1,
    dataset,
    version: { uuid: version.uuid, number: version.number, title: version.title, created_at: dateToWire(new Date(version.created_at)) },
    masks: choice.masks.rule,
    // Linear, with the edge value outside, on the voxels of the first channel.
    resampled: channels.filter((_, channel) => cases.some(({ images }) => images[channel]?.isResampled)),
    classes,
    channels,
    cases: cases.map((each) => {
      const image = each.images.map((_, channel) => imagePath(each.id, each.part, channel));
      const mask = labelPath(each.id, each.part);
      const isThere = each.label !== null;
      return {
        ...{ id: each.id, part: each.part, patient: each.patient, study: each.study, withdrawn: each.withdrawn },
        images: isThere ? image : [],
        mask: isThere ? mask : null,
        grid: each.grid,
        segmentation: each.segmentation,
        operation: each.operation,
        segment_values: isThere ? each.values : [],
        series: each.images.map(({ series }) => series),
        volume_sha256: each.images.map(({ volume }) => volume),
        resampled: each.images.map(({ isResampled }) => isResampled),
        images_sha256: isThere ? image.map((path) => sent.get(path)) : [],
        mask_sha256: each.label?.sha256 ?? null,
        ...{ voxels: each.voxels, overlapping: each.overlapping },
      };
    }),
  };
}

function listOf({ classes, channels, cases }: Leaving): string {
  const head = [
    ...['case', 'part', 'patient', 'study', 'withdrawn'],
    ...channels.flatMap((channel) => [`series: ${channel}`, `sha256: ${channel}`]),
    ...['grid', 'segmentation', 'operation', 'sha256 of the label map'],
    ...classes.map(({ title }) => `voxels: ${title}`),
    'voxels in several segments',
  ];
  const rows = cases.map((each) => [
    ...[each.id, each.part, each.patient, each.study, each.withdrawn ? 'yes' : 'no'],
    ...each.images.flatMap(({ series, volume }) => [series, volume]),
    ...[each.grid, each.segmentation, each.operation, each.label?.sha256 ?? ''],
    ...classes.map((_, at) => each.voxels?.[at] ?? ''),
    each.overlapping,
  ]);
  return [head, ...rows].map((row) => `${row.map((cell) => cellToCsv(cell)).join(',')}\r\n`).join('');
}

/** The name of a dataset is what somebody typed, and may be that of a patient. */
const fileName = ({ version }: Leaving): string => safeName(`dataset_${version.dataset_id}_v${version.number}`, 'dataset');
