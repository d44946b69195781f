import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const SPLIT = { train: 50, validation: 25, test: 25, which: 'all' };

async function make(server: ContractServer, name = 'Made'): Promise<AnyJson> {
  const structure = (await server.asAda('GET /api/structures?search=Duodenum')).body.data[0].id;
  return (await server.asAda('POST /api/dataset', { body: { uuid: randomUUID(), name, structure_id: structure } })).body;
}

/** A dataset with a study, and the patient of the study. */
async function filled(server: ContractServer): Promise<{ id: number; study: string; patient: string }> {
  const [{ id }, { study }] = [await make(server), await registerUpload(server)];
  await server.asAda(`POST /api/dataset/${id}/studies`, { body: { add: [study.uuid] } });
  const { patient } = (await server.asAda(`GET /api/studies-v2/${study.uuid}`)).body.data;
  return { id, study: study.uuid, patient };
}

const CHOICE = { masks: { rule: 'newest' }, picks: [], channels: [] };
const freezing = () => ({ uuid: randomUUID(), title: 'Made', ...CHOICE, without: [] });

/** A version with one case, written as a job would leave it. */
async function frozen(server: ContractServer): Promise<{ id: number; version: string }> {
  const { id } = await make(server);
  return { id, version: await addVersion(server, id, 1) };
}

async function addVersion(server: ContractServer, datasetId: number, number: number): Promise<string> {
  const { study, series } = await registerUpload(server);
  const [uuid, hash] = [randomUUID(), 'a'.repeat(64)];
  await server.db.write(async (tx) => {
    const { id } = await tx
      .insertInto('dataset_version')
      .values({
        ...{ dataset_id: datasetId, uuid, number, title: 'Made', state: 'frozen', failure: null, choice: JSON.stringify(CHOICE) },
        ...{ classes: '[{"value":1,"title":"Duodenum"}]', channels: '["T2W"]', left_out: '[]', faces_by: null, faces_at: null },
        ...{ created_by: server.ada.userId, created_at: server.clock.now, updated_at: server.clock.now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('dataset_case')
      .values({
        ...{ version_id: id, number: 1, study_id: study.id, study_uuid: study.uuid, patient_uuid: study.uuid, part: 0, face: 1 },
        ...{ segmentation_id: null, segmentation_uuid: randomUUID(), operation_number: 1, series_id: series.id, grid_hash: hash },
        ...{ segments: '[]', label_key: null, label_sha256: hash, label_bytes: 1, voxels: '[1]', overlapping: 0, withdrawn_at: null },
      })
      .execute();
    const image = { version_id: id, number: 1, channel: 0, series_uuid: series.uuid, grid_hash: hash, sha256: hash };
    await tx
      .insertInto('dataset_image')
      .values({ ...image, bytes: 4096, object_key: null })
      .execute();
  });
  return uuid;
}

/** Datasets, their studies, and their split. */
export const DATASET_ROWS = {
  datasets: [
    [
      'answers the newest first, with structure, counts and creator [ENT-56]',
      async ({ server }) => {
        await filled(server);
        return server.asAda('GET /api/dataset');
      },
      200,
      ({ body }) => {
        expect(body).toMatchObject({ per_page: 30, current_page: 1 });
        expect(body.data[0]).toMatchObject({
          structure: { title: 'Duodenum' },
          patients: 1,
          studies: 1,
          created_by: 'ada',
          deletable: true,
        });
        expect(body.data[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'finds by word',
      async ({ server }) => {
        await make(server, 'Okapi');
        return server.asAda('GET /api/dataset?search=okapi%20duod');
      },
      200,
      ({ body }) => expect(body.data.map(({ name }: AnyJson) => name)).toEqual(['Okapi']),
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await make(server);
        return server.ask('GET /api/dataset', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['requires r:datasets', ({ server, nell }) => server.asAda('GET /api/dataset', { token: nell }), 'not_allowed'],
  ],
  dataset: [
    [
      'answers one with its split',
      async ({ server }) => server.asAda(`GET /api/dataset/${(await filled(server)).id}`),
      200,
      ({ body }) => expect(body).toMatchObject({ name: 'Made', split: { train: { patients: 0 }, none: { patients: 1, studies: 1 } } }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/dataset/${(await make(server)).id}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  createDataset: [
    [
      'makes the same one when sent twice',
      async ({ server }) => {
        const body = { uuid: randomUUID(), name: 'Twice', structure_id: 1 };
        const first = await server.asAda('POST /api/dataset', { body });
        const second = await server.asAda('POST /api/dataset', { body });
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ name: 'Twice', structure: { id: 1 }, studies: 0 }),
    ],
    [
      'refuses a structure of another team',
      async ({ server, ute }) => {
        const { body } = await server.ask('POST /api/structures', {
          ...{ host: SOUTH, token: ute },
          body: { title: `South ${randomUUID().slice(0, 8)}`, category_id: 1, color: '#4FD0D0' },
        });
        return server.asAda('POST /api/dataset', { body: { uuid: randomUUID(), name: 'D', structure_id: body.id } });
      },
      'invalid',
    ],
  ],
  changeDataset: [
    [
      'renames',
      async ({ server }) => server.asAda(`PUT /api/dataset/${(await make(server)).id}`, { body: { name: ' Renamed ' } }),
      200,
      ({ body }) => expect(body.name).toBe('Renamed'),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.ask(`PUT /api/dataset/${(await make(server)).id}`, { host: SOUTH, token: ute, body: { name: 'x' } }),
      'not_found',
    ],
  ],
  deleteDataset: [
    [
      'may be sent twice, and leaves the studies',
      async ({ server }) => {
        const { id, study } = await filled(server);
        await server.asAda(`DELETE /api/dataset/${id}`);
        expect((await server.asAda(`GET /api/studies-v2/${study}`)).status).toBe(200);
        return server.asAda(`DELETE /api/dataset/${id}`);
      },
      204,
    ],
    [
      'leaves one of another team, and answers as if it did not exist',
      async ({ server, ute }) => {
        const { id } = await make(server);
        const answer = await server.ask(`DELETE /api/dataset/${id}`, { host: SOUTH, token: ute });
        expect((await server.asAda(`GET /api/dataset/${id}`)).status).toBe(200);
        return answer;
      },
      204,
    ],
  ],
  changeDatasetStudies: [
    [
      'adds and removes, also twice',
      async ({ server }) => {
        const [{ id, study }, other] = [await filled(server), await registerUpload(server)];
        const body = { add: [other.study.uuid], remove: [study] };
        await server.asAda(`POST /api/dataset/${id}/studies`, { body });
        return server.asAda(`POST /api/dataset/${id}/studies`, { body });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ studies: 1, patients: 1 }),
    ],
    [
      'refuses all if one is unknown',
      async ({ server }) => {
        const { id, study } = await filled(server);
        const answer = await server.asAda(`POST /api/dataset/${id}/studies`, { body: { add: [randomUUID()], remove: [study] } });
        expect((await server.asAda(`GET /api/dataset/${id}`)).body.studies).toBe(1);
        return answer;
      },
      'not_found',
    ],
  ],
  splitDataset: [
    [
      'splits all patients',
      async ({ server }) => server.asAda(`POST /api/dataset/${(await filled(server)).id}/split`, { body: SPLIT }),
      200,
      ({ body }) => expect(body.split).toMatchObject({ train: { patients: 1 }, none: { patients: 0 } }),
    ],
    [
      'refuses percentages that do not add up to 100',
      async ({ server }) => server.asAda(`POST /api/dataset/${(await make(server)).id}/split`, { body: { ...SPLIT, test: 24 } }),
      'invalid',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`POST /api/dataset/${(await make(server)).id}/split`, { host: SOUTH, token: ute, body: SPLIT }),
      'not_found',
    ],
  ],
  movePatient: [
    [
      'moves a patient with its studies, also twice',
      async ({ server }) => {
        const { id, patient } = await filled(server);
        await server.asAda(`PUT /api/dataset/${id}/patients/${patient}`, { body: { part: 'test' } });
        return server.asAda(`PUT /api/dataset/${id}/patients/${patient}`, { body: { part: 'test' } });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ part: 'test', studies: [{ modality: 'MR' }] }),
    ],
    [
      'does not find a patient without a study in it',
      async ({ server }) => {
        const [{ patient }, { id }] = [await filled(server), await make(server)];
        return server.asAda(`PUT /api/dataset/${id}/patients/${patient}`, { body: { part: 'test' } });
      },
      'not_found',
    ],
  ],
  datasetPatients: [
    [
      'answers the patients of a part with their studies',
      async ({ server }) => {
        const { id, patient } = await filled(server);
        await server.asAda(`PUT /api/dataset/${id}/patients/${patient}`, { body: { part: 'validation' } });
        expect((await server.asAda(`GET /api/dataset/${id}/patients?part=none`)).body.total).toBe(0);
        return server.asAda(`GET /api/dataset/${id}/patients?part=validation`);
      },
      200,
      ({ body }) => expect(body).toMatchObject({ total: 1, per_page: 30, data: [{ part: 'validation', studies: [{ modality: 'MR' }] }] }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/dataset/${(await filled(server)).id}/patients`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  planDatasetVersion: [
    [
      'names the study and why it cannot be in it',
      async ({ server }) => {
        const { id, study } = await filled(server);
        const answer = await server.asAda(`POST /api/dataset/${id}/versions/plan`, { body: CHOICE });
        expect(answer.body.studies).toMatchObject([{ uuid: study, part: null, why: 'no-part', candidates: [], segmentation: null }]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ classes: [], people: [], acquisitions: ['T2W'], faces: 0 }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.ask(`POST /api/dataset/${(await filled(server)).id}/versions/plan`, { host: SOUTH, token: ute, body: CHOICE }),
      'not_found',
    ],
  ],
  freezeDataset: [
    [
      'refuses while a study cannot be in it and is not left out',
      async ({ server }) => server.asAda(`POST /api/dataset/${(await filled(server)).id}/versions`, { body: freezing() }),
      'version_studies',
    ],
    [
      'refuses a version of nothing',
      async ({ server }) => {
        const { id, study } = await filled(server);
        return server.asAda(`POST /api/dataset/${id}/versions`, { body: { ...freezing(), without: [study] } });
      },
      'version_empty',
    ],
    [
      'makes the same version when sent twice',
      async ({ server }) => {
        const { id, version } = await frozen(server);
        return server.asAda(`POST /api/dataset/${id}/versions`, { body: { ...freezing(), uuid: version, title: 'Other' } });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ number: 1, title: 'Made' }),
    ],
  ],
  datasetVersions: [
    [
      'answers the newest first',
      async ({ server }) => {
        const { id } = await frozen(server);
        await addVersion(server, id, 2);
        return server.asAda(`GET /api/dataset/${id}/versions`);
      },
      200,
      ({ body }) => expect(body).toMatchObject({ total: 2, per_page: 20, data: [{ number: 2 }, { number: 1 }] }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/dataset/${(await make(server)).id}/versions`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  datasetVersion: [
    [
      'answers one with its counts',
      async ({ server }) => {
        const { id, version } = await frozen(server);
        return server.asAda(`GET /api/dataset/${id}/versions/${version}`);
      },
      200,
      ({ body }) =>
        expect(body).toMatchObject({
          state: 'frozen',
          cases: 1,
          done: 1,
          withdrawn: 1,
          parts: { train: { patients: 1, studies: 1 } },
          faces: 0,
        }),
    ],
    [
      'does not find that of another dataset',
      async ({ server }) => {
        const [{ id }, { version }] = [await make(server), await frozen(server)];
        return server.asAda(`GET /api/dataset/${id}/versions/${version}`);
      },
      'not_found',
    ],
  ],
  datasetCases: [
    [
      'answers the cases with their hashes',
      async ({ server }) => {
        const { id, version } = await frozen(server);
        return server.asAda(`GET /api/dataset/${id}/versions/${version}/cases`);
      },
      200,
      ({ body }) => {
        expect(body).toMatchObject({
          total: 1,
          per_page: 50,
          data: [{ id: 'case_0001', part: 'train', withdrawn: true, images: [{ bytes: 4096 }] }],
        });
      },
    ],
  ],
  confirmFaces: [
    [
      'is said once, and stays',
      async ({ server }) => {
        const { id, version } = await frozen(server);
        await server.asAda(`POST /api/dataset/${id}/versions/${version}/faces`);
        return server.asAda(`POST /api/dataset/${id}/versions/${version}/faces`);
      },
      200,
      ({ body }) => expect(body.faces_confirmed).toMatchObject({ user: 'ada', at: expect.stringMatching(WIRE_DATE) }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { id, version } = await frozen(server);
        return server.ask(`POST /api/dataset/${id}/versions/${version}/faces`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
  ],
  deleteDatasetVersion: [
    [
      'may be sent twice',
      async ({ server }) => {
        const { id, version } = await frozen(server);
        await server.asAda(`DELETE /api/dataset/${id}/versions/${version}`);
        return server.asAda(`DELETE /api/dataset/${id}/versions/${version}`);
      },
      204,
    ],
  ],
} satisfies Rows;
