import { randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createChannelResampler } from '#server/label-maps/process-resampler.ts';
import labelMapWork from '#server/label-maps/label-map.worker.ts';
import type { Member } from '#server/rules/context.ts';
import { changeDatasetStudies, createDataset, movePatient } from '#server/rules/datasets/change-dataset.ts';
import { deleteSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { openDownload, prepareDownload } from '#server/rules/studies/downloads.ts';
import { createTestBench, refusalOf, sha256Of, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { freezeDataset } from './freeze.ts';
import { createFreezeDatasetHandler } from './freeze-job.ts';
import { confirmFaces } from './versions.ts';
import { convertAs, draw, makeMask, makeStudy, valueAt, volumeAt, type MadeStudy } from './versions-test-bench.ts';

describe.each(TEST_ENGINES)('a version leaves %s', { timeout: 30_000 }, (engine) => {
  let bench: TestBench;
  let dataset: number;
  let studies: { made: MadeStudy; mask: { uuid: string } }[];
  let version: string;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    const { id } = await bench.context.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
    dataset = (await createDataset(bench.context, bench.eva, { uuid: randomUUID(), name: 'Miller', structure_id: id })).id;
    studies = [];
    for (const [at, part] of (['train', 'train', 'validation', 'test'] as const).entries()) {
      const made = await makeStudy(bench, { series: ['a', 'b'], seed: at });
      const mask = await makeMask(bench, made, { titles: ['Liver', '=Tumour'] });
      await draw(bench, made, mask, (column) => column <= at);
      await draw(bench, made, mask, (column, _row, slice) => column === 0 && slice === at, { segment: 1 });
      await changeDatasetStudies(bench.context, bench.eva, dataset, { add: [made.uuid], remove: [] });
      const { uuid } = await bench.context.db.read
        .selectFrom('study')
        .innerJoin('patient', 'patient.id', 'study.patient_id')
        .select('patient.uuid')
        .where('study.id', '=', made.id)
        .executeTakeFirstOrThrow();
      await movePatient(bench.context, bench.eva, dataset, { uuid, part });
      studies.push({ made, mask });
    }
    version = await freeze();
  });
  afterEach(() => bench.close());

  async function freeze(): Promise<string> {
    const choice = { masks: { rule: 'newest' as const }, picks: [], channels: ['DWI' as const] };
    const { uuid } = await freezeDataset(bench.context, bench.eva, dataset, { uuid: randomUUID(), title: 'One', ...choice, without: [] });
    return uuid;
  }
  async function work(): Promise<void> {
    const maker = { make: (mask: never, volume: never) => labelMapWork(mask, [volume], () => Promise.resolve()) };
    const runner = startJobRunner(bench.context.jobs, {
      'freeze-dataset': createFreezeDatasetHandler(bench.context, { maker: maker as never, resampler: createChannelResampler() }),
    });
    await runner.idle();
    await runner.stop('wait');
  }
  async function download(kind: 'dataset' | 'dataset-list', caller: Member = bench.eva) {
    const { url } = await prepareDownload(bench.context, caller, { kind, version });
    return openDownload(bench.context, url.split('/').at(-1)!);
  }
  async function unzipped(): Promise<Record<string, Uint8Array>> {
    const { stream, saveAs, size } = await download('dataset');
    expect([saveAs, size]).toEqual([`dataset_${dataset}_v1.zip`, null]);
    return unzipSync(await buffer(stream(0, 0)));
  }
  const json = (bytes: Uint8Array | undefined) => JSON.parse(Buffer.from(bytes!).toString()) as Record<string, never>;
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  /** The checks of `verify_dataset_integrity` of nnU-Net v2: every case has all channels and a label map, all on the same voxels, and labels are those declared. */
  function verify(files: Record<string, Uint8Array>): string[] {
    const { channel_names, labels, numTraining, file_ending } = json(files['dataset.json']) as unknown as {
      channel_names: Record<string, string>;
      labels: Record<string, number>;
      numTraining: number;
      file_ending: string;
    };
    const values = Object.values(labels).toSorted((a, b) => a - b);
    expect(values).toEqual(values.map((_, at) => at));
    expect(labels.background).toBe(0);
    const ids = (folder: string, end: string) =>
      Object.keys(files).flatMap((name) => (name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1, -end.length)] : []));
    const training = ids('labelsTr', file_ending);
    expect(training).toHaveLength(numTraining);
    for (const part of ['Tr', 'Ts'])
      for (const id of ids(`labels${part}`, file_ending)) {
        const label = gunzipSync(files[`labels${part}/${id}${file_ending}`]!);
        const head = parseNiftiHeader(label);
        if (!head.ok) throw new Error(head.why);
        expect([...new Set(label.subarray(352))].every((value) => values.includes(value))).toBe(true);
        for (const channel of Object.keys(channel_names)) {
          const image = gunzipSync(files[`images${part}/${id}_${channel.padStart(4, '0')}${file_ending}`]!);
          const of = parseNiftiHeader(image);
          if (!of.ok) throw new Error(of.why);
          for (const key of ['columns', 'rows', 'slices', 'spacingMm', 'affine'] as const) expect(head.header[key]).toEqual(of.header[key]);
          // Shape, spacing, directions and origin are the same bytes; so they are equal however they are read.
          for (const [from, to] of [
            [40, 56],
            [76, 108],
            [252, 328],
          ] as const)
            expect(Buffer.compare(label.subarray(from, to), image.subarray(from, to))).toBe(0);
        }
      }
    const images = Object.keys(files).filter((name) => name.startsWith('images'));
    const maps = Object.keys(files).filter((name) => name.startsWith('labels'));
    expect(images).toHaveLength(maps.length * Object.keys(channel_names).length);
    return [...training, ...ids('labelsTs', file_ending)];
  }

  test('as a zip that passes the integrity check of nnU-Net, with its voxels as drawn and hashes that are true [DSET-09]', async () => {
    await work();
    const files = await unzipped();
    expect(verify(files)).toHaveLength(4);
    expect(json(files['dataset.json'])).toEqual({
      channel_names: { 0: 'T2W', 1: 'DWI' },
      labels: { background: 0, Liver: 1, '=Tumour': 2 },
      numTraining: 3,
      file_ending: '.nii.gz',
    });
    const frozen = json(files['frozen.json']) as unknown as {
      cases: {
        id: string;
        study: string;
        part: string;
        images: string[];
        mask: string;
        images_sha256: string[];
        mask_sha256: string;
        volume_sha256: string[];
        overlapping: number;
        segment_values: number[];
      }[];
    };
    for (const [at, { made }] of studies.entries()) {
      const found = frozen.cases.find(({ study }) => study === made.uuid)!;
      expect(found.images_sha256).toEqual(found.images.map((name) => sha256Of(files[name]!)));
      expect(found.mask_sha256).toBe(sha256Of(files[found.mask]!));
      expect(found.volume_sha256).toEqual([volumeAt(0, at), volumeAt(0, at + 1000)].map(sha256Of));
      expect(gunzipSync(files[found.images[0]!]!).subarray(352)).toEqual(Buffer.from(volumeAt(0, at).subarray(352)));
      const label = gunzipSync(files[found.mask]!);
      expect([valueAt(label, [0, 0, at]), valueAt(label, [at + 1, 0, 0]), valueAt(label, [0, 3, at === 0 ? 1 : 0])]).toEqual([2, 0, 1]);
      // The tumour lies in the liver.
      expect([found.overlapping, found.segment_values]).toEqual([8, [1, 2]]);
    }
    const of = (wanted: string) => frozen.cases.flatMap(({ id, part }) => (part === wanted ? [id] : []));
    expect(json(files['splits_final.json'])).toEqual([{ train: of('train'), val: of('validation') }]);
  });

  test('with channels on other voxels resampled to those of the first, which frozen.json names [DSET-04, DSET-09]', async () => {
    const [, { made }] = studies as [unknown, { made: MadeStudy }];
    await convertAs(bench, { id: made.series[1]!.id, study: made.uuid }, volumeAt(1, 70));
    version = await freeze();
    await work();
    const files = unzipSync(await buffer((await download('dataset')).stream(0, 0)));
    expect(verify(files)).toHaveLength(4);
    const frozen = json(files['frozen.json']) as unknown as {
      resampled: string[];
      cases: { study: string; resampled: boolean[]; volume_sha256: string[]; images: string[]; images_sha256: string[] }[];
    };
    expect(frozen.resampled).toEqual(['DWI']);
    const { resampled, volume_sha256, images, images_sha256 } = frozen.cases.find(({ study }) => study === made.uuid)!;
    expect([resampled, volume_sha256[1]]).toEqual([[false, true], sha256Of(volumeAt(1, 70))]);
    expect(images_sha256).toEqual(images.map((name) => sha256Of(files[name]!)));
    expect(frozen.cases.filter((each) => each.resampled.includes(true))).toHaveLength(1);
  });

  test('without anything of a patient: no name in paths, heads or manifests [DSET-09]', async () => {
    await work();
    const files = await unzipped();
    const texts = Object.entries(files).map(
      ([name, bytes]) => `${name} ${Buffer.from(name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')}`,
    );
    const { patient_name: name } = await bench.context.db.read.selectFrom('study').select('patient_name').executeTakeFirstOrThrow();
    expect(name).not.toBe('');
    for (const secret of [name, 'MILLER']) expect(texts.filter((each) => each.includes(secret))).toEqual([]);
  });

  test('without a case that was withdrawn, which the manifest names [DSET-07, DSET-09]', async () => {
    await work();
    const [{ made, mask }] = studies as [(typeof studies)[number]];
    await deleteSegmentation(bench.context, bench.eva, { study: made.uuid, ref: mask.uuid });
    const files = await unzipped();
    expect(verify(files)).toHaveLength(3);
    const { cases } = json(files['frozen.json']) as unknown as { cases: { study: string; withdrawn: boolean; mask: string | null }[] };
    expect(cases.filter(({ withdrawn }) => withdrawn)).toMatchObject([{ study: made.uuid, mask: null, images: [] }]);
  });

  test('as a list, in which a title is no formula [DSET-11]', async () => {
    await work();
    const { stream, type, saveAs } = await download('dataset-list');
    expect([type, saveAs]).toEqual(['text/csv; charset=utf-8', `dataset_${dataset}_v1.csv`]);
    const lines = (await text(stream(0, 0))).trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('voxels: Liver,voxels: =Tumour');
    expect(lines.slice(1).every((line) => /^case_000\d,(train|validation|test),patient_000\d,/.test(line))).toBe(true);
  });

  test('only when it is complete, to members who may see datasets, studies and masks [DSET-10]', async () => {
    expect(await code(download('dataset'))).toBe('version_not_frozen');
    await work();
    const without = (permission: string): Member => ({
      ...bench.eva,
      permissions: new Set([...bench.eva.permissions].filter((each) => each !== permission)),
    });
    for (const permission of ['r:datasets', 'r:studies', 'r:studies:detail'])
      for (const kind of ['dataset', 'dataset-list'] as const) expect(await code(download(kind, without(permission)))).toBe('not_allowed');
    expect(await code(download('dataset', bench.ute))).toBe('not_found');
  });

  test('a head only after somebody has confirmed that faces may leave [DSET-12]', async () => {
    await bench.context.db.write((tx) => tx.updateTable('study').set({ body_part: 'brain' }).execute());
    version = await freeze();
    await work();
    expect(await code(download('dataset'))).toBe('faces_unconfirmed');
    // It has no images.
    expect((await download('dataset-list')).saveAs).toBe(`dataset_${dataset}_v2.csv`);
    const of = { id: dataset, version };
    const confirmed = await confirmFaces(bench.context, bench.tom, of);
    expect(confirmed).toMatchObject({ faces: 4, faces_confirmed: { user: 'Tom' } });
    bench.clock.now += 60_000;
    expect(await confirmFaces(bench.context, bench.eva, of)).toEqual(confirmed);
    expect((await download('dataset')).saveAs).toBe(`dataset_${dataset}_v2.zip`);
  });
});
