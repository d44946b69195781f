import { randomUUID } from 'node:crypto';
import type { Grid } from '#contract/grids.ts';
import type { SentMaskOperation } from '#contract/mask-operations.ts';
import type { Segmentation } from '#contract/segmentations.ts';
import { emptyBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { settingChange } from '#imaging/mask/bits/change.ts';
import { operationToBytes } from '#imaging/mask/operations/operation-bytes.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { bytesToBase64 } from '#model/base64.ts';
import type { Member } from '#server/rules/context.ts';
import { sendMaskOperations } from '#server/rules/masks/operations.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import { createMask } from '#server/rules/segmentations/masks.ts';
import { createSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createSegment } from '#server/rules/segmentations/segments.ts';
import { putSeriesInto, registerTestUpload, sha256Of, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

export const SIZE: Voxel = [10, 8, 5];

/** Straight slices of 1 x 1 x 2 mm, the first one at a height. */
export function gridAt(z: number, [columns, rows, slices]: Voxel = SIZE): Grid {
  return {
    version: 1,
    planes: [{ columns, rows, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
    slices: Array.from({ length: slices }, (_, slice) => ({ sop: `2.25.${slice}`, frame: 0, plane: 0, position: [0, 0, z + 2 * slice] })),
    ...{ step: [0, 0, 2], noVolume: null },
  };
}

/** The volume of such a series with its rows from the last to the first, as dcm2niix writes them. `seed`: its values. */
export function volumeAt(z: number, seed: number, [columns, rows, slices]: Voxel = SIZE): Uint8Array<ArrayBuffer> {
  return writeNifti({
    dims: [columns, rows, slices],
    pixdim: [1, 1, 2],
    sform: [
      [-1, 0, 0, 0],
      [0, 1, 0, 1 - rows],
      [0, 0, 2, z],
    ],
    description: 'MILLER^ANN',
    voxel: (at) => at * 3 + seed,
  });
}

export interface MadeStudy {
  uuid: string;
  id: number;
  series: { id: number; uuid: string; objectKey: string }[];
}

/** A study whose series were read and converted. `b` has the acquisition DWI. */
export async function makeStudy(
  bench: TestBench,
  { series = ['a'], z = 0, seed = 1 }: { series?: string[]; z?: number; seed?: number } = {},
): Promise<MadeStudy> {
  const upload = await registerTestUpload(bench, Object.fromEntries(series.map((name) => [name, 1])));
  await putSeriesInto(bench, 'converted');
  const made: MadeStudy['series'] = [];
  for (const [at, { id, uuid }] of upload.series.entries()) {
    await readAs(bench, id, gridAt(z));
    made.push({ id, uuid, objectKey: await convertAs(bench, { id, study: upload.studyUuid }, volumeAt(z, seed + at * 1000)) });
    const acquisition_code = at === 0 ? 'T2W' : 'DWI';
    await bench.context.db.write((tx) => tx.updateTable('series').set({ acquisition_code }).where('id', '=', id).execute());
  }
  return { uuid: upload.studyUuid, id: upload.studyId, series: made };
}

/** As if the series had been read. */
export async function readAs(bench: TestBench, seriesId: number, grid: Grid): Promise<void> {
  await bench.context.db.write(async (tx) => {
    const hash = await storeGrid(tx, { seriesId, grid, now: bench.clock.now });
    await tx.deleteFrom('series_reading').where('series_id', '=', seriesId).execute();
    await tx
      .insertInto('series_reading')
      .values({
        ...{ series_id: seriesId, version: 1, facts: null, why: null, unread_files: 0, thumbnail_key: null, thumbnail_hash: null },
        ...{ thumbnail_bytes: 0, no_picture: null, grid_hash: hash, no_volume: grid.noVolume, read_at: bench.clock.now },
      })
      .execute();
  });
}

/** As if the series had been converted to this volume. */
export async function convertAs(bench: TestBench, { id, study }: { id: number; study: string }, bytes: Uint8Array): Promise<string> {
  const sha256 = sha256Of(bytes);
  const object_key = `team-${bench.eva.teamId}/study-${study}/volume-${id}-${sha256.slice(0, 32)}.nii`;
  await bench.context.objects.write(object_key, bytes);
  await bench.context.db.write(async (tx) => {
    await tx.deleteFrom('volume').where('series_id', '=', id).execute();
    const made = { name: 'v', object_key, size: bytes.length, sha256, sidecar: null, converter: 'played', created_at: bench.clock.now };
    await tx
      .insertInto('volume')
      .values({ series_id: id, ...made })
      .execute();
  });
  return object_key;
}

/** A segmentation of the liver on the first series, with segments of these titles. */
export async function makeMask(
  bench: TestBench,
  study: MadeStudy,
  { titles = ['Liver'], structure = 'liver', caller = bench.eva }: { titles?: readonly string[]; structure?: string; caller?: Member } = {},
): Promise<{ uuid: string; segments: string[] }> {
  bench.clock.now += 1000;
  const { uuid }: Segmentation = await createSegmentation(bench.context, caller, study.uuid, { structure, rbac: 1 });
  await createMask(bench.context, caller, { uuid: study.series[0]!.uuid, ref: uuid });
  const segments: string[] = [];
  for (const title of titles) segments.push((await createSegment(bench.context, caller, { study: study.uuid, ref: uuid }, { title })).uuid);
  return { uuid, segments };
}

type Where = (column: number, row: number, slice: number) => boolean;

/** A stroke that sets voxels. Returns its UUID. */
export async function draw(
  bench: TestBench,
  study: MadeStudy,
  mask: { uuid: string; segments: string[] },
  where: Where,
  { segment = 0, caller = bench.eva }: { segment?: number; caller?: Member } = {},
): Promise<string> {
  const uuid = randomUUID();
  const head = { uuid, segmentation: mask.uuid, author: String(caller.userId), device: DEVICE, segment: mask.segments[segment]! };
  const base = await lastNumber(bench, mask.uuid);
  const bytes = operationToBytes({
    kind: 'stroke',
    ...head,
    base,
    exclusive: false,
    tool: 'brush',
    ...settingChange(bitsWhere(SIZE, where)),
  });
  await send(
    bench,
    study,
    mask.uuid,
    { uuid, kind: 'stroke', segment: head.segment, base, withdraws: [], bytes: bytesToBase64(bytes) },
    caller,
  );
  return uuid;
}

export async function undo(bench: TestBench, study: MadeStudy, mask: { uuid: string }, operation: string): Promise<void> {
  const base = await lastNumber(bench, mask.uuid);
  await send(bench, study, mask.uuid, { uuid: randomUUID(), kind: 'withdraw', segment: null, base, withdraws: [operation], bytes: '' });
}

function bitsWhere([columns, rows, slices]: Voxel, where: Where): Bits {
  const draft = new BitsDraft(emptyBits([columns, rows, slices]));
  for (let slice = 0; slice < slices; slice += 1)
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) if (where(column, row, slice)) draft.writeRow(row, slice, column, column);
  return draft.done();
}

const DEVICE = randomUUID();

async function lastNumber({ context }: TestBench, uuid: string): Promise<number> {
  return (await context.db.read.selectFrom('segmentation').select('operation_number').where('uuid', '=', uuid).executeTakeFirstOrThrow())
    .operation_number;
}

async function send(
  bench: TestBench,
  study: MadeStudy,
  segmentation: string,
  operation: Pick<SentMaskOperation, 'uuid' | 'kind' | 'segment' | 'base' | 'withdraws' | 'bytes'>,
  caller: Member = bench.eva,
): Promise<void> {
  const { grid_hash: grid } = await bench.context.db.read
    .selectFrom('segmentation')
    .select('grid_hash')
    .where('uuid', '=', segmentation)
    .executeTakeFirstOrThrow();
  bench.clock.now += 1000;
  const [taken] = await sendMaskOperations(bench.context, caller, { study: study.uuid, segmentation }, [
    { ...operation, action: operation.uuid, grid: grid!, device: DEVICE, tab: DEVICE },
  ]);
  if (!('number' in taken!)) throw new Error('The stroke was not taken');
}

/** Values of a label map that was written on a volume of `volumeAt`, in the order of the grid. */
export function valueAt(nifti: Uint8Array, [column, row, slice]: Voxel): number {
  const [columns, rows] = SIZE;
  return nifti[352 + column + columns * (rows - 1 - row + rows * slice)]!;
}
