import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import type { SeriesFacts } from '#contract/series-reading.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** A new study of team north with a segmentation of Ada. */
async function made(server: ContractServer) {
  const { study, series } = await registerUpload(server);
  const { body } = await server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, { body: { structure: 'liver', rbac: 1 } });
  const segmentation: AnyJson = body.data;
  return { study, series, segmentation, at: `${study.uuid}/${segmentation.id}` };
}

async function withSegment(server: ContractServer) {
  const scene = await made(server);
  const { body } = await server.asAda(`POST /api/annotator/segment/create/${scene.at}`, { body: { segment: {} } });
  return { ...scene, segment: body.data as AnyJson, path: `${scene.at}/${body.data.id}` };
}

const GRID: Grid = {
  version: 1,
  planes: [{ columns: 4, rows: 4, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
  slices: [{ sop: '2.25.1', frame: 0, plane: 0, position: [0, 0, 0] }],
  ...{ step: null, noVolume: 'single-slice' },
};

const VOLUME: Grid = {
  ...GRID,
  slices: [0, 1].map((slice) => ({ sop: `2.25.${slice}`, frame: 0, plane: 0, position: [0, 0, 2 * slice] })),
  ...{ step: [0, 0, 2], noVolume: null },
};

/** A label map on the voxels of this volume. */
const LABELS = gzipSync(
  writeNifti({
    ...{ dims: [4, 4, 2], pixdim: [1, 1, 2], datatype: 2 },
    sform: [
      [-1, 0, 0, 0],
      [0, -1, 0, 0],
      [0, 0, 2, 0],
    ],
    voxel: (at) => (at === 5 ? 1 : 0),
  }),
);

/** A segment with an empty mask on a volume. */
async function withMask(server: ContractServer) {
  const scene = await withSegment(server);
  await server.db.write(async (tx) => {
    const grid_hash = await storeGrid(tx, { seriesId: scene.series.id, grid: VOLUME, now: server.clock.now });
    await tx.updateTable('segmentation').set({ grid_hash, series_id: scene.series.id }).where('id', '=', scene.segmentation.id).execute();
  });
  return { ...scene, path: `PUT /api/v2/mask/${scene.at}` };
}

/** Its series is converted as well. */
async function withVolume(server: ContractServer) {
  const scene = await withMask(server);
  const object_key = `volume-${scene.series.id}.nii`;
  const bytes = gunzipSync(LABELS);
  await server.context.objects.write(object_key, bytes);
  const made = { name: 'v', object_key, size: bytes.length, sha256: '0'.repeat(64), sidecar: null, converter: 'test' };
  await server.db.write((tx) =>
    tx
      .insertInto('volume')
      .values({ series_id: scene.series.id, ...made, created_at: server.clock.now })
      .execute(),
  );
  return scene;
}

const READ: SeriesFacts = {
  ...{ rows: 4, columns: 4, slices: 1, frames: 1, pixelSpacing: [1, 1], imagerPixelSpacing: null, sliceThickness: 2, cineRate: null },
  ...{ imageOrientationPatient: [1, 0, 0, 0, 1, 0], isOneOrientation: true, windowCenter: 40, windowWidth: 400, isColour: false },
  ...{ rescaleIntercept: 0, rescaleSlope: 1, rescaleType: '', photometricInterpretation: 'MONOCHROME2' },
  transferSyntaxUid: '1.2.840.10008.1.2.1',
  tags: [{ code: '(0018,0015)', name: 'Body Part Examined', prop: 'bodyPartExamined', value: 'LIVER' }],
};

/** As if the series had been read. */
async function withGrid(server: ContractServer, facts: SeriesFacts | null = null) {
  const scene = await made(server);
  const now = server.clock.now;
  const hash = await server.db.write(async (tx) => {
    const stored = await storeGrid(tx, { seriesId: scene.series.id, grid: GRID, now });
    await tx
      .insertInto('series_reading')
      .values({
        ...{ series_id: scene.series.id, version: 1, why: null, unread_files: 0, thumbnail_key: null, thumbnail_hash: null },
        facts: facts && JSON.stringify(facts),
        ...{ thumbnail_bytes: 0, no_picture: null, grid_hash: stored, no_volume: GRID.noVolume, read_at: now },
      })
      .execute();
    return stored;
  });
  return { ...scene, hash };
}

let people = 0;
/** An annotator of team north. */
const addAnnotator = (server: ContractServer): Promise<number> =>
  server.addUser(`annotator-${(people += 1)}@example.org`, { [server.teams.north]: 2 });

/** Segmentations of a study, their segments and members. */
export const SEGMENTATION_ROWS = {
  organizedStudy: [
    [
      'returns the study with its series and segmentations [ENT-42, ORG-007]',
      async ({ server }) => {
        const { study, segmentation } = await made(server);
        const answer = await server.asAda(`GET /api/annotator/studies/${study.uuid}`);
        expect(answer.body.segmentations).toEqual([segmentation]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ study: { data: { patientName: 'Muster^Eva' } }, series: [{ modalityCode: 'MR' }] }),
    ],
    [
      'has the DICOM attributes that its series share, and whether their devices read the same grids [ENT-42, ENT-62]',
      async ({ server }) => {
        const { study, series } = await withGrid(server, READ);
        await server.db.write((tx) =>
          tx
            .updateTable('series')
            .set({ device_grid: 'f'.repeat(64) })
            .where('id', '=', series.id)
            .execute(),
        );
        return server.asAda(`GET /api/annotator/studies/${study.uuid}`);
      },
      200,
      ({ body }) =>
        expect(body).toMatchObject({ study: { data: { meta: READ.tags } }, series: [{ reading: { deviceGrid: 'different' } }] }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/annotator/studies/${(await made(server)).study.uuid}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      ({ server, nell }) => server.asAda(`GET /api/annotator/studies/${randomUUID()}`, { token: nell }),
      'not_allowed',
    ],
  ],
  createSegmentation: [
    [
      'makes the caller its owner, and is the same when it is sent twice [ENT-44, SEG-001]',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        const body = { structure: 'liver', rbac: 1, uuid: randomUUID() };
        const first = await server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, { body });
        const answer = await server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, { body });
        expect(answer.body).toEqual(first.body);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          ...{ structure: { slug: 'liver' }, rbac_enabled: true, item_count: 0, roles: { 1: [{ email: 'ada@example.org' }] } },
          created_at: expect.stringMatching(WIRE_DATE),
        }),
    ],
    [
      'refuses an unknown structure',
      async ({ server }) =>
        server.asAda(`POST /api/annotator/segmentations/${(await made(server)).study.uuid}`, { body: { structure: 'nowhere', rbac: 1 } }),
      'invalid',
    ],
    [
      'refuses the UUID of another segmentation',
      async ({ server }) => {
        const { study, segmentation } = await made(server);
        const body = { structure: 'spleen', rbac: 1, uuid: segmentation.uuid };
        return server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, { body });
      },
      'conflict',
    ],
  ],
  shareSegmentation: [
    [
      'keeps the roles',
      async ({ server }) => server.asAda(`PUT /api/annotator/segmentations/${(await made(server)).at}`, { body: { rbac: 0 } }),
      200,
      ({ body }) => expect(body.data).toMatchObject({ rbac_enabled: false, roles: { 1: [{}] } }),
    ],
    [
      'says that segments may not overlap [MASK-105]',
      async ({ server }) => server.asAda(`PUT /api/annotator/segmentations/${(await made(server)).at}`, { body: { exclusive: true } }),
      200,
      ({ body }) => expect(body.data).toMatchObject({ exclusive: true, rbac_enabled: true }),
    ],
    [
      'keeps how segments overlap once something is drawn [MASK-105]',
      async ({ server }) => {
        const { at, segmentation } = await made(server);
        await server.db.write((tx) =>
          tx.updateTable('segmentation').set({ operation_number: 1 }).where('id', '=', segmentation.id).execute(),
        );
        return server.asAda(`PUT /api/annotator/segmentations/${at}`, { body: { exclusive: true } });
      },
      'conflict',
    ],
    [
      'does not find one of another study',
      async ({ server }) => {
        const [one, other] = [await made(server), await made(server)];
        return server.asAda(`PUT /api/annotator/segmentations/${one.study.uuid}/${other.segmentation.id}`, { body: { rbac: 0 } });
      },
      'not_found',
    ],
  ],
  deleteSegmentation: [
    [
      'may be sent twice',
      async ({ server }) => {
        const { at } = await made(server);
        await server.asAda(`DELETE /api/annotator/segmentations/${at}`);
        return server.asAda(`DELETE /api/annotator/segmentations/${at}`);
      },
      204,
    ],
    [
      'leaves one of another team, and answers as if it did not exist',
      async ({ server, ute }) => {
        const { at, study } = await made(server);
        const answer = await server.ask(`DELETE /api/annotator/segmentations/${at}`, { host: SOUTH, token: ute });
        expect((await server.asAda(`GET /api/annotator/studies/${study.uuid}`)).body.segmentations).toHaveLength(1);
        return answer;
      },
      204,
    ],
  ],
  seriesGrid: [
    [
      'returns the grid and its hash',
      async ({ server }) => {
        const { series, hash } = await withGrid(server);
        const answer = await server.asAda(`GET /api/annotator/series/${series.uuid}/grid`);
        expect(answer.body.data).toEqual({ hash, grid: GRID });
        return answer;
      },
      200,
    ],
    [
      'returns null before the series was read',
      async ({ server }) => server.asAda(`GET /api/annotator/series/${(await made(server)).series.uuid}/grid`),
      200,
      ({ body }) => expect(body.data).toBe(null),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { series } = await withGrid(server);
        return server.ask(`GET /api/annotator/series/${series.uuid}/grid`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
  ],
  createMask: [
    [
      'makes an empty one, and keeps it when it is sent twice [SEG-003]',
      async ({ server }) => {
        const { study, at, series, hash } = await withGrid(server);
        await server.asAda(`POST /api/v2/create-mask/${at}`);
        const answer = await server.asAda(`POST /api/v2/create-mask/${at}`);
        const { body } = await server.asAda(`GET /api/annotator/studies/${study.uuid}`);
        expect(body.segmentations[0].mask).toEqual({ series: series.uuid, grid: hash });
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toEqual({ revision: 0 }),
    ],
    [
      'refuses a series that was not read',
      async ({ server }) => server.asAda(`POST /api/v2/create-mask/${(await made(server)).at}`),
      'grid_missing',
    ],
  ],
  createSegment: [
    [
      'gets its number and value from the server [SEG-009, ENT-45]',
      async ({ server }) => {
        const { at } = await withSegment(server);
        return server.asAda(`POST /api/annotator/segment/create/${at}`, { body: { segment: { value: 1, sort: 1 } } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ title: 'Part 2', sort: 2, value: 2, revision: 0, visible: true }),
    ],
    [
      'does not find a segmentation of another team',
      async ({ server, ute }) =>
        server.ask(`POST /api/annotator/segment/create/${(await made(server)).at}`, { host: SOUTH, token: ute, body: { segment: {} } }),
      'not_found',
    ],
  ],
  deleteSegment: [
    [
      'keeps the time of the first deletion [SEG-013]',
      async ({ server }) => {
        const { path } = await withSegment(server);
        const first = await server.asAda(`PUT /api/annotator/segment/delete/${path}`);
        server.clock.now += 2_000;
        const answer = await server.asAda(`PUT /api/annotator/segment/delete/${path}`);
        expect(answer.body).toEqual(first.body);
        return answer;
      },
      200,
      ({ body }) => expect(body.data.deleted_at).toMatch(WIRE_DATE),
    ],
    [
      'does not find one that does not exist',
      async ({ server }) => server.asAda(`PUT /api/annotator/segment/delete/${(await made(server)).at}/999999`),
      'not_found',
    ],
  ],
  mask: [
    [
      'answers the label map with the number of the last operation [AI-56, PCALL-17]',
      async ({ server }) => {
        const { at, path } = await withVolume(server);
        await server.asAda(path, { payload: LABELS, headers: { 'if-match': '"0"' } });
        return server.asAda(`GET /api/v2/mask/${at}`);
      },
      200,
      ({ headers }) => expect([headers['etag'], headers['content-type']]).toEqual(['"1"', 'application/gzip']),
    ],
    [
      'refuses a mask of a series without a volume [AI-56]',
      async ({ server }) => server.asAda(`GET /api/v2/mask/${(await withMask(server)).at}`),
      'grid_missing',
    ],
    [
      'does not find a segmentation of another team [AI-56]',
      async ({ server, ute }) => server.ask(`GET /api/v2/mask/${(await withVolume(server)).at}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  putMask: [
    [
      'writes a whole mask, twice with the same answer [AI-56]',
      async ({ server }) => {
        const { path } = await withMask(server);
        const asked = { payload: LABELS, headers: { 'if-match': '"0"', 'content-type': 'application/gzip' } };
        await server.asAda(path, asked);
        return server.asAda(path, asked);
      },
      200,
      ({ body }) => expect(body.data).toEqual({ revision: 1 }),
    ],
    [
      'refuses a mask whose author has not seen what is there now [AI-56]',
      async ({ server }) => server.asAda((await withMask(server)).path, { payload: LABELS, headers: { 'if-match': '"4"' } }),
      'mask_changed',
      ({ status }) => expect(status).toBe(412),
    ],
    [
      'asks for the number that was seen [AI-56]',
      async ({ server }) => server.asAda((await withMask(server)).path, { payload: LABELS }),
      'invalid',
      ({ body }) => expect(body.errors).toHaveProperty('If-Match'),
    ],
    [
      'refuses what is no NIfTI [AI-56]',
      async ({ server }) => server.asAda((await withMask(server)).path, { payload: Buffer.from('no image'), headers: { 'if-match': '0' } }),
      'invalid',
    ],
    [
      'refuses a mask where nothing can be drawn [AI-56]',
      async ({ server }) => {
        const { at } = await withSegment(server);
        return server.asAda(`PUT /api/v2/mask/${at}`, { payload: LABELS, headers: { 'if-match': '"0"' } });
      },
      'grid_missing',
    ],
    [
      'does not find a segmentation of another team [AI-56]',
      async ({ server, ute }) =>
        server.ask((await withMask(server)).path, { host: SOUTH, token: ute, payload: LABELS, headers: { 'if-match': '"0"' } }),
      'not_found',
    ],
  ],
  removeMaskValue: [
    [
      'has nothing to remove where nothing was drawn',
      async ({ server }) => server.asAda(`PUT /api/v2/mask/remove-segment/${(await withSegment(server)).at}/1`),
      200,
      ({ body }) => expect(body.data).toEqual({ revision: 0 }),
    ],
    [
      'does not find a value that no segment had',
      async ({ server }) => server.asAda(`PUT /api/v2/mask/remove-segment/${(await withSegment(server)).at}/9`),
      'not_found',
    ],
  ],
  renameSegment: [
    [
      'sets the title to the name',
      async ({ server }) =>
        server.asAda(`PUT /api/annotator/segment/rename/${(await withSegment(server)).path}`, { body: { name: 'Apex' } }),
      200,
      ({ body }) => expect(body.data.title).toBe('Apex'),
    ],
    [
      'names the segment by the UUID that the client gave it',
      async ({ server }) => {
        const { at } = await made(server);
        const uuid = randomUUID();
        await server.asAda(`POST /api/annotator/segment/create/${at}`, { body: { segment: { uuid } } });
        return server.asAda(`PUT /api/annotator/segment/rename/${at}/${uuid}`, { body: { name: 'Apex' } });
      },
      200,
      ({ body }) => expect(body.data.title).toBe('Apex'),
    ],
    [
      'refuses an empty name',
      async ({ server }) => server.asAda(`PUT /api/annotator/segment/rename/${(await withSegment(server)).path}`, { body: { name: ' ' } }),
      'invalid',
    ],
  ],
  recolourSegment: [
    [
      'sets the colour',
      async ({ server }) =>
        server.asAda(`PUT /api/annotator/segment/change-color/${(await withSegment(server)).path}`, { body: { color: '#112233' } }),
      200,
      ({ body }) => expect(body.data.color).toBe('#112233'),
    ],
    [
      'refuses what is no colour',
      async ({ server }) =>
        server.asAda(`PUT /api/annotator/segment/change-color/${(await withSegment(server)).path}`, { body: { color: 'red' } }),
      'invalid',
    ],
  ],
  orderSegments: [
    [
      'puts segments in the order of their UUIDs',
      async ({ server }) => {
        const { at } = await made(server);
        const uuids = [randomUUID(), randomUUID()];
        for (const uuid of uuids) await server.asAda(`POST /api/annotator/segment/create/${at}`, { body: { segment: { uuid } } });
        return server.asAda(`PUT /api/annotator/segment/change-sort/${at}`, { body: { segments: uuids.toReversed() } });
      },
      200,
      ({ body }) => expect(body.data.segments.map(({ title, sort }: AnyJson) => `${title} ${sort}`)).toEqual(['Part 2 1', 'Part 1 2']),
    ],
    [
      'does not find a segmentation that does not exist',
      async ({ server }) => {
        const { at } = await made(server);
        return server.asAda(`PUT /api/annotator/segment/change-sort/${at.split('/')[0]}/999999`, { body: { segments: [randomUUID()] } });
      },
      'not_found',
    ],
  ],
  assignableRoles: [
    [
      'returns the four roles with the members who can be given them [ORG-008]',
      ({ server }) => server.asAda('GET /api/roles/assignable-users'),
      200,
      ({ body }) => {
        expect(body.data.map(({ name }: AnyJson) => name)).toEqual(['Owner', 'Editor', 'Reviewer', 'Viewer']);
        expect(body.data[3].users).toContainEqual({ id: expect.any(Number), name: 'ada', email: 'ada@example.org' });
      },
    ],
    ['requires r:studies:detail', ({ server, nell }) => server.asAda('GET /api/roles/assignable-users', { token: nell }), 'not_allowed'],
  ],
  assignedUsers: [
    [
      'by the UUID of a series as well [ODD-25, ENT-46]',
      async ({ server }) => server.asAda(`GET /api/segmentations/assigned-users-to-serie/${(await made(server)).series.uuid}`),
      200,
      ({ body }) => expect(body.data).toMatchObject([{ role_id: 1, email: 'ada@example.org' }]),
    ],
    [
      'does not find an unknown one',
      ({ server }) => server.asAda(`GET /api/segmentations/assigned-users-to-serie/${randomUUID()}`),
      'not_found',
    ],
  ],
  availableUsers: [
    [
      'offers members without the role [SEG-025, ENT-07]',
      async ({ server }) => {
        const user = await addAnnotator(server);
        const { study, segmentation } = await made(server);
        const answer = await server.asAda(`GET /api/segmentations/available-users/${server.teams.north}/${study.id}/${segmentation.id}/4`);
        expect(answer.body.data).toContainEqual(
          expect.objectContaining({
            id: user,
            user_id: user,
            name: expect.any(String) as string,
            email: expect.stringContaining('@') as string,
          }),
        );
        return answer;
      },
      200,
    ],
    [
      'does not answer about another team',
      async ({ server }) => {
        const { study, segmentation } = await made(server);
        return server.asAda(`GET /api/segmentations/available-users/${server.teams.south}/${study.id}/${segmentation.id}/4`);
      },
      'not_found',
    ],
  ],
  assignUser: [
    [
      'gives the role, and may be sent twice [SEG-026]',
      async ({ server }) => {
        const body = { segmentation_id: (await made(server)).segmentation.id, user_id: await addAnnotator(server), role_id: 2 };
        await server.asAda('POST /api/segmentations/add-user-to-segmentation', { body });
        const answer = await server.asAda('POST /api/segmentations/add-user-to-segmentation', { body });
        expect(answer.body.data).toMatchObject(body);
        return answer;
      },
      200,
    ],
    [
      'refuses a segmentation that is not shared [SEG-032]',
      async ({ server }) => {
        const { at, segmentation } = await made(server);
        await server.asAda(`PUT /api/annotator/segmentations/${at}`, { body: { rbac: 0 } });
        const body = { segmentation_id: segmentation.id, user_id: await addAnnotator(server), role_id: 2 };
        return server.asAda('POST /api/segmentations/add-user-to-segmentation', { body });
      },
      'not_shared',
    ],
    [
      'refuses another role for the creator',
      async ({ server }) => {
        const body = { segmentation_id: (await made(server)).segmentation.id, user_id: server.ada.userId, role_id: 2 };
        return server.asAda('POST /api/segmentations/add-user-to-segmentation', { body });
      },
      'role_of_creator',
    ],
  ],
  unassignUser: [
    [
      'may be sent twice [SEG-023]',
      async ({ server }) => {
        const { segmentation } = await made(server);
        const user = await addAnnotator(server);
        const body = { segmentation_id: segmentation.id, user_id: user, role_id: 2 };
        await server.asAda('POST /api/segmentations/add-user-to-segmentation', { body });
        const path = `DELETE /api/segmentations/unassign-user-from-segmentation/${segmentation.id}/${user}/2`;
        await server.asAda(path);
        return server.asAda(path);
      },
      204,
    ],
    [
      'does not find a segmentation of another team',
      async ({ server, ute }) => {
        const { segmentation } = await made(server);
        const path = `DELETE /api/segmentations/unassign-user-from-segmentation/${segmentation.id}/${server.ada.userId}/1`;
        return server.ask(path, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
  ],
  segmentations: [
    [
      'returns 30 of a page, the latest change first',
      async ({ server }) => {
        const { segmentation } = await made(server);
        const answer = await server.asAda('GET /api/segmentations');
        expect(answer.body).toMatchObject({ per_page: 30, current_page: 1 });
        expect(answer.body.data[0]).toMatchObject({
          id: segmentation.id,
          structure: { slug: 'liver' },
          study: { patientName: 'Muster^Eva' },
        });
        return answer;
      },
      200,
    ],
    [
      'shows nothing of another team',
      ({ server, ute }) => server.ask('GET /api/segmentations', { host: SOUTH, token: ute }),
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['requires r:segmentations', ({ server, nell }) => server.asAda('GET /api/segmentations', { token: nell }), 'not_allowed'],
  ],
  segments: [
    [
      'returns those of the named segmentations',
      async ({ server }) => server.asAda(`GET /api/segments?list=${(await withSegment(server)).segmentation.id}`),
      200,
      ({ body }) => expect(body).toMatchObject({ total: 1, data: [{ title: 'Part 1', segmentation: { structure: { slug: 'liver' } } }] }),
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) =>
        server.ask(`GET /api/segments?list=${(await withSegment(server)).segmentation.id}`, { host: SOUTH, token: ute }),
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
  ],
} satisfies Rows;
