import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SEGMENTATION_ROLE } from '#contract/segmentations.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { LabelMapMaker } from '#server/label-maps/label-map-maker.ts';
import labelMapWork from '#server/label-maps/label-map.worker.ts';
import { createWrittenMaskReader } from '#server/label-maps/written-mask-reader.ts';
import writtenMaskWork from '#server/label-maps/written-mask.worker.ts';
import type { Member } from '#server/rules/context.ts';
import {
  draw,
  gridAt,
  makeMask,
  makeStudy,
  readAs,
  SIZE,
  valueAt,
  volumeAt,
  type MadeStudy,
} from '#server/rules/datasets/versions/versions-test-bench.ts';
import { assignUser } from '#server/rules/segmentations/segmentation-members.ts';
import { deleteSegment } from '#server/rules/segmentations/segments.ts';
import { createTestBench, refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { putMask } from './put-mask.ts';
import { readMask } from './read-mask.ts';
import { storedOperations } from './stored-operations.ts';
import type { WrittenMaskReader } from '#server/label-maps/written-mask.ts';

type ValueAt = (column: number, row: number, slice: number) => number;

/** In this process, which is quicker. */
const READER: WrittenMaskReader = { read: (written, file) => writtenMaskWork(written, [file], () => Promise.resolve()) };
const MAKER: LabelMapMaker = { make: (asked, volume) => labelMapWork(asked, [volume], () => Promise.resolve()) };
const NOBODY_LEFT = new AbortController().signal;

/** A label map with the voxels of `volumeAt`: rows from the last to the first. */
function labelMap(value: ValueAt, { origin = 0, datatype = 2 }: { origin?: number; datatype?: number } = {}): Uint8Array {
  const [columns, rows, slices] = SIZE;
  return gzipSync(
    writeNifti({
      ...{ dims: [columns, rows, slices], pixdim: [1, 1, 2], datatype },
      sform: [
        [-1, 0, 0, origin],
        [0, 1, 0, 1 - rows],
        [0, 0, 2, 0],
      ],
      voxel: (at) => value(at % columns, rows - 1 - (Math.floor(at / columns) % rows), Math.floor(at / (columns * rows))),
    }),
  );
}

describe.each(TEST_ENGINES)('masks that are written back on %s', { timeout: 30_000 }, (engine) => {
  let bench: TestBench;
  let study: MadeStudy;
  let mask: { uuid: string; segments: string[] };
  beforeEach(async () => {
    bench = await createTestBench(engine);
    study = await makeStudy(bench);
    mask = await makeMask(bench, study, { titles: ['Liver', 'Tumour'] });
  });
  afterEach(() => bench.close());

  const put = (
    file: Uint8Array,
    ifMatch: string | undefined,
    more: { caller?: Member; order?: number[]; reader?: WrittenMaskReader } = {},
  ) =>
    putMask(bench.context, more.reader ?? READER, more.caller ?? bench.eva, {
      ...{ study: study.uuid, ref: mask.uuid, file, ifMatch, order: more.order ?? [], left: NOBODY_LEFT },
    });
  const refused = async (attempt: Promise<unknown>) => {
    const { code, errors } = await refusalOf(attempt);
    return errors === undefined ? code : [code, errors];
  };
  const segmentation = () =>
    bench.context.db.read.selectFrom('segmentation').selectAll().where('uuid', '=', mask.uuid).executeTakeFirstOrThrow();
  const operations = async () => {
    const { id, operation_number } = await segmentation();
    const stored = await storedOperations(bench.context.db.read, id, operation_number);
    return stored as Exclude<typeof stored, string>;
  };
  /** The label map as a version of a dataset has it, with the later segment over the earlier one. */
  async function drawn(order = [0, 1]): Promise<ValueAt> {
    const head = volumeAt(0, 1);
    const made = await labelMapWork(
      {
        ...{ segmentation: mask.uuid, operations: await operations(), grid: voxelSpaceOf(gridAt(0))! },
        segments: order.map((at) => ({ segment: mask.segments[at]!, value: at + 1 })),
      },
      [{ size: head.length, read: (offset, length) => Promise.resolve(head.slice(offset, offset + length)) }],
      () => Promise.resolve(),
    );
    if (typeof made === 'string') throw new Error(made);
    const nifti = gunzipSync(made.bytes);
    return (...voxel) => valueAt(nifti, voxel);
  }
  async function expectDrawn(wanted: ValueAt): Promise<void> {
    const found = await drawn();
    for (let slice = 0; slice < SIZE[2]; slice += 1)
      for (let row = 0; row < SIZE[1]; row += 1)
        for (let column = 0; column < SIZE[0]; column += 1)
          expect([column, row, slice, found(column, row, slice)]).toEqual([column, row, slice, wanted(column, row, slice)]);
  }

  test('a label map in the order of the volume becomes bulk operations of its segments, of one action [AI-56]', async () => {
    await draw(bench, study, mask, (column) => column < 3);
    bench.told.length = 0;
    const wanted: ValueAt = (column, row, slice) => (column < 5 && row < 2 ? 1 : column === 7 && slice === 3 ? 2 : 0);
    expect(await put(labelMap(wanted), '"1"')).toEqual({ revision: 3 });
    await expectDrawn(wanted);
    const [, liver, tumour] = await operations();
    expect([liver!.operation, tumour!.operation]).toMatchObject([
      { kind: 'bulk', segment: mask.segments[0], base: 1 },
      { kind: 'bulk', segment: mask.segments[1], base: 1, action: liver!.operation.action },
    ]);
    expect([liver!.author, tumour!.author]).toEqual([bench.eva.userId, bench.eva.userId]);
    // Pages that follow the mask read what is new.
    expect(bench.told).toContainEqual(expect.objectContaining({ payload: { segmentation: mask.uuid, last: 3 } }));
  });

  const read = async (caller = bench.eva) => {
    const asked = { study: study.uuid, ref: mask.uuid, left: NOBODY_LEFT };
    const { headers, size, stream } = await readMask(bench.context, MAKER, caller, asked);
    const file = await buffer(stream(0, Infinity));
    expect(file.length).toBe(size);
    return { file, etag: headers!['etag']! };
  };

  test('a mask is read on the voxels of its volume, and what was read is written back over it [AI-56]', async () => {
    const empty = await read();
    expect([empty.etag, new Set(gunzipSync(empty.file).subarray(352))]).toEqual(['"0"', new Set([0])]);
    await draw(bench, study, mask, (column) => column < 3);
    await draw(bench, study, mask, (_, row) => row === 1, { segment: 1 });
    const { file, etag } = await read();
    const nifti = gunzipSync(file);
    expect([1, 3, 5].map((column) => valueAt(nifti, [column, 1, 0]))).toEqual([2, 2, 2]);
    expect([1, 3].map((column) => valueAt(nifti, [column, 2, 0]))).toEqual([1, 0]);
    expect(etag).toBe('"2"');
    expect(await put(file, etag)).toEqual({ revision: 2 });
    expect(await refused(put(empty.file, empty.etag))).toBe('mask_changed');
  });

  test('a mask is read by whoever sees the segmentation, where there is one volume [AI-56]', async () => {
    await draw(bench, study, mask, (column) => column < 3);
    const tom = { ...bench.tom, permissions: bench.eva.permissions };
    expect(await refused(read({ ...bench.ute, permissions: bench.eva.permissions }))).toBe('not_found');
    const { id: segmentation_id } = await segmentation();
    await assignUser(bench.context, bench.eva, { segmentation_id, user_id: tom.userId, role_id: SEGMENTATION_ROLE.viewer });
    expect((await read(tom)).etag).toBe('"1"');
    await bench.context.db.write((tx) => tx.deleteFrom('volume').where('series_id', '=', study.series[0]!.id).execute());
    expect(await refused(read())).toBe('grid_missing');
  });

  test('over a newer state it is refused, and nothing is lost; so is one without a number [AI-56]', async () => {
    await draw(bench, study, mask, (column) => column < 3);
    await draw(bench, study, mask, (_, row) => row === 1, { segment: 1 });
    const file = labelMap(() => 1);
    for (const number of ['"1"', '"3"', '0']) expect(await refused(put(file, number))).toBe('mask_changed');
    for (const number of [undefined, '', '*', 'W/"2"', '"2', '-2'])
      expect(await refused(put(file, number))).toEqual(['invalid', { 'If-Match': [expect.any(String)] }]);
    await expectDrawn((column, row) => (row === 1 ? 2 : column < 3 ? 1 : 0));
    expect(await put(file, '2')).toEqual({ revision: 4 });
  });

  test('what somebody draws while the file is read is not overwritten [AI-56]', async () => {
    const slow: WrittenMaskReader = {
      read: async (...given) => {
        const answer = await READER.read(...given);
        await draw(bench, study, mask, (column) => column === 9);
        return answer;
      },
    };
    expect(
      await refused(
        put(
          labelMap(() => 2),
          '"0"',
          { reader: slow },
        ),
      ),
    ).toBe('mask_changed');
    await expectDrawn((column) => (column === 9 ? 1 : 0));
  });

  test('sent twice it is written once, also after somebody else has drawn; unchanged it writes nothing [AI-56]', async () => {
    const file = labelMap((column) => (column < 2 ? 1 : 0));
    expect(await put(file, '"0"')).toEqual({ revision: 1 });
    await draw(bench, study, mask, (column) => column === 9);
    expect(await put(file, '"0"')).toEqual({ revision: 1 });
    expect(await put(labelMap(await drawn()), '"2"')).toEqual({ revision: 2 });
    expect(await operations()).toHaveLength(2);
  });

  test('voxels that did not change keep what lies under another segment, in the order that the sender names [AI-56]', async () => {
    await draw(bench, study, mask, (column) => column < 6);
    await draw(bench, study, mask, (column) => column > 1 && column < 4, { segment: 1 });
    // The liver was written over the tumour.
    const read = await drawn([1, 0]);
    expect(read(2, 0, 0)).toBe(1);
    const file = labelMap((column, row, slice) => (column === 9 ? 2 : read(column, row, slice)));
    expect(await put(file, '"2"', { order: [2, 1] })).toEqual({ revision: 3 });
    await expectDrawn((column) => (column === 9 || (column > 1 && column < 4) ? 2 : column < 6 ? 1 : 0));
  });

  test('files that are no label map of this mask are refused by name [AI-56]', async () => {
    const why = async (file: Uint8Array, order: number[] = []) => refused(put(file, '"0"', { order }));
    const file = (text: string) => ['invalid', { file: [text] }];
    expect(await why(new TextEncoder().encode('no image'))).toEqual(file('It cannot be read as NIfTI.'));
    expect(await why(labelMap(() => 1).subarray(0, 60))).toEqual(file('It cannot be read as NIfTI.'));
    expect(await why(labelMap(() => 1, { origin: 0.5 }))).toEqual(
      file('Its voxels are not those of the series that the mask is drawn on.'),
    );
    expect(await why(labelMap((column) => column / 4, { datatype: 16 }))).toEqual(file('Its values must be whole numbers from 0.'));
    expect(await why(labelMap((column) => column))).toEqual(file('No segment has the value 3, 4, 5, 6, 7, 8, 9.'));
    expect(
      await why(
        labelMap(() => 1),
        [1, 7],
      ),
    ).toEqual(['invalid', { order: ['No segment has the value 7.'] }]);
    await deleteSegment(bench.context, bench.eva, { study: study.uuid, ref: mask.uuid, segment: mask.segments[1]! });
    expect(await why(labelMap(() => 2))).toEqual(file('No segment has the value 2.'));
    expect(await operations()).toEqual([]);
  });

  test('only who may draw writes; nobody else learns that the mask exists [AI-56]', async () => {
    const file = labelMap(() => 1);
    const tom: Member = { ...bench.tom, permissions: new Set(['r:studies:detail']) };
    const asRole = async (role_id: number) => {
      const { id: segmentation_id } = await segmentation();
      await assignUser(bench.context, bench.eva, { segmentation_id, user_id: tom.userId, role_id });
    };
    expect(await refused(put(file, '"0"', { caller: tom }))).toBe('not_found');
    expect(await refused(put(file, '"0"', { caller: bench.ute }))).toBe('not_found');
    await asRole(SEGMENTATION_ROLE.viewer);
    expect(await refused(put(file, '"0"', { caller: tom }))).toBe('not_allowed');
    await asRole(SEGMENTATION_ROLE.editor);
    expect(await put(file, '"0"', { caller: tom })).toEqual({ revision: 1 });
  });

  test('a process of its own reads the file; a mask on no grid has no voxels to compare with [AI-56]', async () => {
    expect(
      await put(
        labelMap((column) => (column < 2 ? 1 : 0)),
        '"0"',
        { reader: createWrittenMaskReader() },
      ),
    ).toEqual({ revision: 1 });
    await expectDrawn((column) => (column < 2 ? 1 : 0));
    await readAs(bench, study.series[0]!.id, gridAt(0));
    await bench.context.db.write((tx) => tx.updateTable('segmentation').set({ grid_hash: null }).where('uuid', '=', mask.uuid).execute());
    expect(
      await refused(
        put(
          labelMap(() => 1),
          '"1"',
        ),
      ),
    ).toBe('grid_missing');
  });
});
