import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { hasVoxel } from '#imaging/mask/bits/bits.ts';
import { settingChange } from '#imaging/mask/bits/change.ts';
import { readLabelMap } from '#imaging/mask/interchange/nifti/read-label-map.ts';
import { operationToBytes } from '#imaging/mask/operations/operation-bytes.ts';
import { bytesToBase64 } from '#model/base64.ts';
import type { Grid } from '#contract/grids.ts';
import { voxelSpaceOf, type Voxel } from '#model/grids/voxel-space.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { elements } from '#tests/fixtures/dicom-file.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

const SIDE = 32;
const SLICES = 4;
const NAMES = ['Heron^Quiet', 'Tern^Small'] as const;

/** A slice of the head of one of two patients. */
function headSlice(patient: number, slice: number): Uint8Array<ArrayBuffer> {
  const values = Uint16Array.from({ length: SIDE * SIDE }, (_, at) => 1024 + ((at * 7 + slice * 31 + patient) % 500));
  return writeDicom({
    elements: elements({
      ...{ StudyInstanceUID: `2.25.371${patient}`, StudyDate: '20260102', StudyTime: '101500', PatientName: NAMES[patient]! },
      ...{
        PatientID: `T-${patient}`,
        PatientSex: 'F',
        BodyPartExamined: 'HEAD',
        SamplesPerPixel: 1,
        PhotometricInterpretation: 'MONOCHROME2',
      },
      ...{ Rows: SIDE, Columns: SIDE, BitsAllocated: 16, BitsStored: 16, HighBit: 15, PixelRepresentation: 0 },
      ...{
        SOPClassUID: '1.2.840.10008.5.1.4.1.1.2',
        SOPInstanceUID: `2.25.3719${patient}${slice}`,
        SeriesInstanceUID: `2.25.3718${patient}`,
      },
      ...{ FrameOfReferenceUID: `2.25.3717${patient}`, Modality: 'CT', ImageType: 'ORIGINAL\\PRIMARY\\AXIAL', SeriesNumber: 2 },
      ...{ SeriesDescription: 'head', InstanceNumber: slice + 1, SliceThickness: 3, ImagePositionPatient: [-10, 5, 3 * slice] },
      ...{ ImageOrientationPatient: [1, 0, 0, 0, 1, 0], PixelSpacing: [2, 1], WindowCenter: 50, WindowWidth: 400 },
      ...{ RescaleIntercept: -1024, RescaleSlope: 1, RescaleType: 'HU', PixelData: new Uint8Array(values.buffer) },
    }),
  });
}

/** A data scientist freezes a dataset of two heads and takes it away: read from top to bottom. */
describe('a version of a dataset', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let folder: string;
  let dataset: number;
  let studies: { uuid: string; data: { patientName: string } }[];
  let grid: Grid;
  let downloaded: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-heads-'));
    for (const patient of [0, 1]) {
      await mkdir(join(folder, String(patient)));
      for (let slice = 0; slice < SLICES; slice += 1)
        await writeFile(join(folder, `${patient}`, `${slice}.dcm`), headSlice(patient, slice));
    }
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    const uploader = (await people.newVisitor()).page;
    await signIn(uploader, server, DEMO.annotator);
    await uploadStudy(uploader, server, { path: folder, series: 2 });
    studies = (await ask('GET', 'studies-v2')).data;
    const structure = (await ask('GET', 'structures?search=Duodenum')).data[0].id;
    dataset = (await ask('POST', 'dataset', { uuid: randomUUID(), name: 'Heads', structure_id: structure })).id;
    await ask('POST', `dataset/${dataset}/studies`, { add: studies.map(({ uuid }) => uuid) });
    await ask('POST', `dataset/${dataset}/split`, { train: 50, validation: 0, test: 50, which: 'all' });
    await draw(studies[0]!.uuid, ([column]) => column < 5);
    page = (await people.newVisitor()).page;
    await signIn(page, server, DEMO.admin);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many calls.
  async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<any> {
    const authorization = `Bearer ${await bearerOf(server, DEMO.admin)}`;
    const answer = await server.request(`/api/${path}`, {
      method,
      headers: { authorization, team: 'north' },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}`);
    return answer.json();
  }

  /** A segmentation with one segment and one stroke. */
  async function draw(study: string, where: (voxel: Voxel) => boolean): Promise<void> {
    const { series } = await ask('GET', `annotator/studies/${study}`);
    const { data: read } = await ask('GET', `annotator/series/${series[0].uuid}/grid`);
    grid = read.grid;
    const { data: segmentation } = await ask('POST', `annotator/segmentations/${study}`, { structure: 'duodenum', rbac: 0 });
    await ask('POST', `v2/create-mask/${series[0].uuid}/${segmentation.uuid}`);
    const { data: segment } = await ask('POST', `annotator/segment/create/${study}/${segmentation.uuid}`, {
      segment: { title: 'Duodenum' },
    });
    const uuid = randomUUID();
    const bits = bitsWhere([SIDE, SIDE, SLICES], (column, row, slice) => where([column, row, slice]));
    const head = { uuid, segmentation: segmentation.uuid, author: '1', device: uuid, base: 0, segment: segment.uuid };
    const bytes = operationToBytes({ kind: 'stroke', ...head, exclusive: false, tool: 'brush', ...settingChange(bits) });
    const operation = {
      uuid,
      action: uuid,
      kind: 'stroke',
      segment: segment.uuid,
      grid: read.hash,
      base: 0,
      device: uuid,
      tab: uuid,
      withdraws: [],
    };
    await ask('POST', `annotator/studies/${study}/segmentations/${segmentation.uuid}/operations`, {
      operations: [{ ...operation, bytes: bytesToBase64(bytes) }],
    });
  }
  const inDialog = () => page.getByRole('dialog');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('names a study that cannot be in it, and is not frozen with it [DSET-01, DSET-13]', async () => {
    await page.goto(`${server.teamOrigin('north')}/dataset/${dataset}?tab=versions`);
    await page.getByText('No version yet').waitFor();
    expect(await page.getByRole('navigation', { name: 'Parts of the dataset' }).locator('[aria-current]').allTextContents()).toEqual([
      'Versions',
    ]);
    await button('Freeze…').click();
    const cannot = inDialog().getByRole('region', { name: 'Cannot be in it' });
    await cannot.getByText('No mask of this structure that you may see.').waitFor();
    await inDialog().getByRole('textbox', { name: 'Title' }).fill('First');
    const freeze = inDialog().getByRole('button', { name: 'Freeze version' });
    expect(await freeze.isDisabled()).toBe(true);
    await cannot.getByRole('checkbox').check();
    expect(await freeze.isDisabled()).toBe(false);
    await inDialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('is frozen, and leaves after a face was confirmed, with the voxels that were drawn [DSET-05, DSET-09, DSET-12]', async () => {
    await draw(studies[1]!.uuid, ([column, row, slice]) => slice === 2 && row > 20 && column > 3);
    await button('Freeze…').click();
    await inDialog().getByRole('textbox', { name: 'Title' }).fill('First');
    await inDialog().getByText('may show a face').waitFor();
    await inDialog().getByRole('button', { name: 'Freeze version' }).click();
    const row = page.locator('[data-version][data-state="frozen"]');
    await row.getByText('v1 First').waitFor();
    await row.getByRole('button', { name: 'Download' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      inDialog().getByRole('button', { name: 'Confirm and download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`dataset_${dataset}_v1.zip`);
    await row.getByText('Faces: confirmed to leave by').waitFor();
    downloaded = await readFile(await download.path());
    const files = unzipSync(downloaded);
    const { cases } = JSON.parse(Buffer.from(files['frozen.json']!).toString()) as { cases: { study: string; mask: string }[] };
    const wanted: readonly ((voxel: Voxel) => boolean)[] = [
      ([column]) => column < 5,
      ([column, line, slice]) => slice === 2 && line > 20 && column > 3,
    ];
    for (const [at, { uuid }] of studies.entries()) {
      const { mask } = cases.find(({ study }) => study === uuid)!;
      const read = await readLabelMap(createMemorySource(gunzipSync(files[mask]!)), voxelSpaceOf(grid)!, { resample: false });
      if (!read.ok) throw new Error(read.why);
      const [{ value, bits }] = read.labels as [(typeof read.labels)[number]];
      expect([value, read.labels.length]).toEqual([1, 1]);
      const expected = bitsWhere([SIDE, SIDE, SLICES], (column, line, slice) => wanted[at]!([column, line, slice]));
      for (const voxel of [
        [0, 0, 0],
        [4, 31, 3],
        [5, 0, 0],
        [4, 21, 2],
        [3, 25, 2],
        [9, 25, 1],
        [31, 31, 2],
      ] as const)
        expect([at, voxel, hasVoxel(bits, voxel)]).toEqual([at, voxel, hasVoxel(expected, voxel)]);
    }
    const names = Object.values(files).flatMap((bytes) => NAMES.filter((name) => Buffer.from(bytes).includes(name)));
    expect(names).toEqual([]);
  });

  it('is put into the files of the team, with the bytes of its download [FM-042]', async () => {
    const name = `dataset_${dataset}_v1.zip`;
    await button('Actions of the version v1 First').click();
    await page.getByRole('menuitem', { name: 'Put into files' }).click();
    await page.getByText('1 file is being written into “exports” of the files of the team.').waitFor();
    await page.goto(`${server.teamOrigin('north')}/admin/commander`);
    await page.getByRole('list', { name: 'Works' }).getByText(`Wrote ${name}`).waitFor();
    const left = page.getByRole('grid', { name: /^Left pane/ });
    const type = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await left.getByRole('row', { name: 'exports', exact: false }).waitFor();
    await left.focus();
    await type('Home');
    await page.keyboard.type('exports');
    await type('Enter');
    await left.getByRole('row', { name, exact: false }).waitFor();
    await type('Home');
    await page.keyboard.type('dataset');
    const [download] = await Promise.all([page.waitForEvent('download'), type('F9')]);
    expect(download.suggestedFilename()).toBe(name);
    expect((await readFile(await download.path())).equals(downloaded)).toBe(true);
  });
});
