import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, takesKeys, type Call, type CallName } from '#contract/calls.ts';
import { FIRST_ROLES, KEY_PERMISSIONS, ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { notify } from '#server/rules/notifications/notify.ts';
import { createProject } from '#server/rules/studies/projects.ts';
import { studyToText } from '#server/rules/studies/study-text.ts';
import type { AnyJson, Asked } from '#server/test-server.ts';
import { NORTH, openContractServer, requestOf, SOUTH, type ContractServer } from './contract-server.ts';
import { sha256Of } from './call-rows/ai-steps.ts';
import { AI_TABLES, aiIdFor, aiUuidFor, fillAi, nameAiIn, type FilledAi } from './filled-ai.ts';
import { firstAccepted, goldenOfCall } from './golden.ts';
import { packFile, prepare, register, registrationBody, sendChunk, sendUnsorted, type Registered } from './upload-steps.ts';

/** What a team is filled with: the same in both, by other names. */
interface Filled {
  teamId: number;
  userId: number;
  token: string;
  /** As a client of this team asks. */
  asked: Asked;
  upload: Registered;
  /** Uuid of the patient of its study. */
  patient: string;
  /** Uuid of a task about its study. */
  task: string;
  /** Uuid of a campaign that runs. */
  campaign: string;
  finding: string;
  /** UUID of a version of its dataset. */
  version: string;
  registration: string;
  /** UUID of a segmentation of its study. */
  segmentation: string;
  /** Session of a legacy upload with one file. */
  batch: string;
  /** Of a study that was asked about. */
  recognition: string;
  ids: Record<
    | 'file'
    | 'label'
    | 'project'
    | 'invitation'
    | 'notification'
    | 'signIn'
    | 'upload'
    | 'batch'
    | 'volume'
    | 'structure'
    | 'campaign'
    | 'transferFunction'
    | 'segmentation'
    | 'segment'
    | 'folder'
    | 'view'
    | 'dataset'
    | 'version'
    | 'form'
    | 'pipeline'
    | 'flow'
    | 'apiUser'
    | 'area',
    number
  >;
  ai: FilledAi;
  ticket: string;
  /** Of an API user with every permission that its team can give it. */
  key: string;
  /** Stands in everything of it that has a name, and nowhere else. */
  mark: string;
}

const KEY_RIGHTS = FIRST_ROLES.find(({ id }) => id === ROLE.teamAdministrator)!.permissions.filter((one) => KEY_PERMISSIONS.includes(one));

/** Of the own account alone: there is nothing in them that could name another team's. */
const OWN_ACCOUNT: readonly CallName[] = ['logout', 'closeAccount'];
/** Roles, prompts and shared structures are those of all teams (docs/decisions/311, 429, 333): a change of a role or structure is in the log of each. */
const OF_ALL_TEAMS: readonly CallName[] = [
  ...(['createRole', 'saveRole', 'removeRole', 'grantPermission'] as const),
  ...(['aiPrompts', 'createAiPrompt', 'aiPrompt', 'saveAiPrompt', 'removeAiPrompt'] as const),
  ...(['sharedStructures', 'createSharedStructure', 'changeSharedStructure'] as const),
  ...(['sharedCategories', 'createSharedCategory', 'changeSharedCategory'] as const),
];
/** Ids that clients make and the server takes as new: one that somebody else has is a conflict, and tells no more (CALL-040, 041). */
const IDS_OF_CLIENTS: readonly CallName[] = ['prepareUpload', 'batchUpload', 'createWorkerKey', 'addModelVersion', 'createApiUser'];
/** Whoever has the address reads it, while a worker of the team does the job: it has no other secret. */
const BY_ADDRESS: readonly CallName[] = ['jobInput'];
/** Of the volume of a team there is a row only. */
const WITHOUT_BYTES: readonly CallName[] = ['volumeFile'];
/** They answer something else each time: a new token, how many records there are by then. */
const NEVER_ALIKE: readonly CallName[] = ['login', 'verifyAudit', 'auditHead', 'exportAudit'];
/** About what nobody has sorted. */
const isOfBatch = ({ path }: Call): boolean =>
  path.startsWith('batch-upload') || path.endsWith('/server') || /^c-upload\/(preview|get-nifti|create-nifti)/.test(path);
/** Placeholders of the golden payloads. */
const [SESSION, STUDY, SERIES, PATIENT] = ['01', '02', '03', '04'].map((last) => `0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c${last}`) as [
  string,
  string,
  string,
  string,
];
/** Rows of these are a team's by a column or by what they belong to. */
const TABLES = [
  ...([
    'team',
    'membership',
    'anonymous_name',
    'recognition',
    'upload',
    'study',
    'series',
    'file',
    'piece',
    'chunk',
    'volume',
    'series_reading',
    'download_ticket',
  ] as const),
  ...(['batch', 'batch_file', 'batch_piece', 'batch_volume'] as const),
  ...([
    'pipeline',
    'structure',
    'transfer_function',
    'segmentation',
    'segment',
    'segmentation_member',
    'mask_operation',
    'mask_operation_aside',
    'segmentation_revision',
    'mask_snapshot',
    'measurement',
    'registration',
    'finding',
    'lesion',
    'lesion_finding',
    'follow_up_baseline',
    'study_response',
    'comment',
    'form',
    'form_version',
    'form_answer',
    'layout',
    'campaign',
    'campaign_case',
    'campaign_reader',
    'campaign_read',
    'grid',
    'folder',
    'saved_view',
    'task',
    'label',
    'study_label',
    'project',
    'study_project',
    'project_member',
    'dataset',
    'dataset_study',
    'dataset_version',
    'dataset_case',
    'dataset_image',
    'pipeline',
    'pipeline_version',
    'pipeline_blueprint',
    'flow',
    'flow_step',
    'invitation',
    'notification',
    'seen_status',
    'patient',
    'patient_key',
    'api_user',
    'api_key',
    'file_area',
    'file_entry',
    'file_work',
    'xr_session',
  ] as const),
  ...AI_TABLES,
];

describe.each(TEST_ENGINES)('two teams with the same data on %s', (engine) => {
  let server: ContractServer;
  let north: Filled;
  let south: Filled;

  beforeAll(async () => {
    server = await openContractServer(engine);
    north = await fill('northmark', server.teams.north, NORTH, 'ada@example.org', server.ada.userId);
    const ute = await server.addUser('ute@example.org', { [server.teams.south]: ROLE.teamAdministrator });
    south = await fill('southmark', server.teams.south, SOUTH, 'ute@example.org', ute);
  });
  afterAll(() => server.close());

  async function fill(mark: string, teamId: number, host: string, email: string, userId: number): Promise<Filled> {
    const { token } = await server.signIn(email, host);
    const asked = { host, token };
    const session = randomUUID();
    const { body: prepared } = await prepare(server, session, asked);
    await server.ask('POST /services/c-upload/a', { ...asked, body: { s: [{ id: 'study-1', n: `${mark}^Heron` }] } });
    const study = registrationBody(session, (body: AnyJson) => {
      body.study.patientName = `${mark}^Heron`;
      body.study.series[0].description = `${mark} series`;
    });
    const { body: registered } = await register(server, study, asked);
    const upload: Registered = { session, token: prepared.upload_token, study: registered.study, series: registered.series[0] };
    await sendChunk(server, upload.token, packFile(upload), { host });
    const { patient } = (await server.ask(`GET /api/studies-v2/${upload.study.uuid}`, asked)).body.data;
    const batch = await sendUnsorted(server, mark, asked);
    const slug = host.slice(0, host.indexOf('.'));
    const ask = async (request: string, body?: unknown) =>
      (await server.ask(request, { ...asked, ...(body === undefined ? {} : { body }) })).body;
    const { data: invited } = await ask('POST /api/invitations/save-item', {
      team_id: teamId,
      emails: [{ email: `${mark}@example.org`, role_id: ROLE.member }],
    });
    const { data: label } = await ask('POST /api/label', { name: `${mark} label`, color: '#112233' });
    await server.ask(`POST /api/label/study/${upload.study.uuid}?id=${label.id}`, { ...asked, body: {} });
    const structure = await ask('POST /api/structures', { title: `${mark} structure`, category_id: 1, color: '#112233' });
    const transferFunction = await ask('POST /api/transfer-functions', {
      ...{ uuid: randomUUID(), name: `${mark} curve`, unit: 'percent' },
      points: [0, 100].map((value) => ({ value, color: '#112233', opacity: 1 })),
    });
    const { data: segmentation } = await ask(`POST /api/annotator/segmentations/${upload.study.uuid}`, {
      structure: structure.slug,
      rbac: 1,
    });
    const { data: segment } = await ask(`POST /api/annotator/segment/create/${upload.study.uuid}/${segmentation.id}`, {
      segment: { title: `${mark} segment` },
    });
    await server.db.write((tx) =>
      tx
        .updateTable('segmentation')
        .set({ grid_hash: 'a'.repeat(64) })
        .where('id', '=', segmentation.id)
        .execute(),
    );
    const drawn = structuredClone(firstAccepted(goldenOfCall('sendMaskOperations'), 'body')) as AnyJson;
    for (const grid of ['a', 'b'])
      await ask(`POST /api/annotator/studies/${upload.study.uuid}/segmentations/${segmentation.uuid}/operations`, {
        operations: [{ ...drawn.operations[0], uuid: randomUUID(), segment: segment.uuid, grid: grid.repeat(64) }],
      });
    const named = { name: `${mark} revision`, number: 1 };
    await server.ask(`PUT /api/annotator/studies/${upload.study.uuid}/segmentations/${segmentation.uuid}/revisions/${randomUUID()}`, {
      ...asked,
      body: named,
    });
    const snapshot = { segmentation_id: segmentation.id, number: 200, device: randomUUID(), user_id: userId, sha256: 'a'.repeat(64) };
    await server.db.write((tx) =>
      tx
        .insertInto('mask_snapshot')
        .values({ ...snapshot, object_key: `snapshots/${mark}`, size_bytes: 1, created_at: server.clock.now })
        .execute(),
    );
    // Named like the study, so that what is filled in below names it.
    await ask('POST /api/xr-sessions', { uuid: upload.study.uuid, study: upload.study.uuid, segmentation: segmentation.uuid });
    const finding = randomUUID();
    const said = JSON.stringify({ code: 'missing-slices', missing: 1, present: 9, stepMm: 3 });
    await server.db.write((tx) =>
      tx
        .insertInto('finding')
        .values({
          ...{ uuid: finding, study_id: upload.study.id, series_id: upload.series.id, other_study_id: null, place: 'gap', said },
          ...{ code: 'missing-slices', severity: 'error', version: 1, mark: 'accepted', reason: `${mark} reason` },
          ...{ marked_by: userId, marked_at: server.clock.now, created_at: server.clock.now },
        })
        .execute(),
    );
    const measurement = structuredClone(firstAccepted(goldenOfCall('saveMeasurement'), 'body')) as AnyJson;
    await server.ask(`PUT /api/annotator/studies/${upload.study.uuid}/measurements/${randomUUID()}`, {
      ...asked,
      body: { ...measurement, series: upload.series.uuid, text: `${mark} measurement` },
    });
    const registration = randomUUID();
    const sides = { fixed_series_id: upload.series.id, moving_series_id: upload.series.id, method: `${mark} method` };
    const found = { state: 'done' as const, failure: null, matrix: JSON.stringify([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]) };
    await server.db.write((tx) =>
      tx
        .insertInto('registration')
        .values({
          ...{ team_id: teamId, study_id: upload.study.id, uuid: registration, user_id: userId, ...sides, ...found },
          ...{ fixed_grid_hash: 'a'.repeat(64), moving_grid_hash: 'b'.repeat(64), similarity: 1.2, overlap: 1, error_mm: 0.3 },
          ...{ created_at: server.clock.now, updated_at: server.clock.now },
        })
        .execute(),
    );
    const lesion = structuredClone(firstAccepted(goldenOfCall('saveLesion'), 'body')) as AnyJson;
    const ofLesion = `PUT /api/annotator/studies/${upload.study.uuid}/lesions/${randomUUID()}`;
    await server.ask(ofLesion, { ...asked, body: { ...lesion, change: { ...lesion.change, title: `${mark} lesion` } } });
    await server.ask(ofLesion, { ...asked, body: { ...lesion, change: { of: 'finding', measurement: null, state: 'absent' } } });
    const response = structuredClone(firstAccepted(goldenOfCall('saveResponse'), 'body')) as AnyJson;
    await server.ask(`PUT /api/annotator/studies/${upload.study.uuid}/responses/${randomUUID()}`, { ...asked, body: response });
    await server.ask(`PUT /api/annotator/studies/${upload.study.uuid}/baseline`, {
      ...asked,
      body: { base: 0, device: randomUUID(), baseline: upload.study.uuid },
    });
    const comment = structuredClone(firstAccepted(goldenOfCall('saveComment'), 'body')) as AnyJson;
    const thread = randomUUID();
    await server.ask(`PUT /api/annotator/studies/${upload.study.uuid}/comments/${thread}`, {
      ...asked,
      body: {
        ...{ ...comment, thread, pin: { ...comment.pin, series: upload.series.uuid }, task: null, text: `${mark} comment` },
        ...{ segmentation: segmentation.uuid, segment: segment.uuid },
      },
    });
    const layout = structuredClone(firstAccepted(goldenOfCall('saveLayout'), 'body')) as AnyJson;
    const ownLayout = { ...layout, name: `${mark} layout`, of_team: true };
    await server.ask(`PUT /api/annotator/layouts/${randomUUID()}`, { ...asked, body: ownLayout });
    const ownCampaign = {
      ...(structuredClone(firstAccepted(goldenOfCall('saveCampaign'), 'body')) as AnyJson),
      ...{ title: `${mark} campaign`, form: null, structure: Number(structure.id), cases: [{ study: upload.study.uuid, known: false }] },
      ...{ readers: [userId], reads_per_case: 1, repeats: 0, reviewer: null, blinded: false },
    };
    const campaign = randomUUID();
    await server.ask(`PUT /api/campaigns/${campaign}`, { ...asked, body: ownCampaign });
    await server.ask(`POST /api/campaigns/${campaign}/start`, asked);
    await ask('POST /services/cmd/mkdir', { dir: `/${slug}/${mark} files`, uuid: randomUUID() });
    const folder = await ask('POST /api/folders', { name: `${mark} folder` });
    const change = { studies: [upload.study.uuid], folder: folder.id };
    await server.ask('PUT /api/studies-v2/selection', { ...asked, body: change });
    const ownView = { name: `${mark} view`, query: { search: mark }, of_team: true };
    const { body: view } = await server.ask('PUT /api/studies-v2/views', { ...asked, body: ownView });
    const assignment = { assignment: upload.study.uuid, studies: [upload.study.uuid], kind: 'annotate', to: { person: userId } };
    await ask('POST /api/tasks', { ...assignment, due: null, note: `${mark} task` });
    const { data: tasks } = await ask('GET /api/tasks?today=2026-01-01&since=0');
    await ask('POST /api/tasks', { ...assignment, assignment: randomUUID(), kind: 'review', due: null, note: `${mark} review` });
    await server.ask(`PUT /api/tasks/${tasks[0].uuid}/state`, { ...asked, body: { act: 'start' } });
    const made = await server.db.write(async (tx) => {
      const project = await createProject(tx, { teamId, name: `${mark} project`, now: server.clock.now });
      const volume = await tx
        .insertInto('volume')
        .values({
          ...{ series_id: upload.series.id, name: `${mark}.nii.gz`, object_key: `volumes/${mark}`, size: 1, sha256: '', sidecar: null },
          ...{ converter: 'test', created_at: server.clock.now },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const notice = { type: 'upload.complete', description: `${mark} notice`, section: '', url: '/uploads', cause: mark } as const;
      const notified = await notify(tx, { ...notice, models: [upload.study.id], teamId, userId, now: server.clock.now });
      return { project, volume: volume.id, notification: notified!.id };
    });
    const headers = structuredClone(firstAccepted(goldenOfCall('recogniseHeaders'), 'body'));
    const recognised = await ask(`POST /services/llm/prompts?wsid=${server.socketOf({ teamId, userId })}`, headers);
    await ask('POST /api/project/study/save', { uuid: upload.study.uuid, project_id: made.project, action: 'add' });
    await ask(`POST /api/project/${made.project}/members`, { add: [userId] });
    const form = structuredClone(firstAccepted(goldenOfCall('saveForm'), 'body')) as AnyJson;
    const ofForm = `project/${made.project}/forms/${(firstAccepted(goldenOfCall('saveForm'), 'params') as AnyJson).form}`;
    await server.ask(`PUT /api/${ofForm}`, { ...asked, body: { ...form, title: `${mark} form` } });
    const answer = structuredClone(firstAccepted(goldenOfCall('saveAnswer'), 'body')) as AnyJson;
    answer.items[0].place.series = upload.series.uuid;
    answer.values.why.text = `${mark} answer`;
    await server.ask(`PUT /api/annotator/studies/${upload.study.uuid}/answers/${randomUUID()}`, { ...asked, body: answer });
    const dataset = await ask('POST /api/dataset', { uuid: randomUUID(), name: `${mark} dataset`, structure_id: Number(structure.id) });
    await ask(`POST /api/dataset/${dataset.id}/studies`, { add: [upload.study.uuid] });
    const version = await versionOf(dataset.id, upload, mark, userId);
    const { url } = await ask('POST /api/studies-v2/downloads', { kind: 'originals', study: upload.study.uuid });
    const ticket = url.split('/').at(-1);
    const one = async (table: 'file' | 'sign_in' | 'upload' | 'form' | 'campaign' | 'file_area', column: string, value: number | string) =>
      Number(
        (
          await server.db.read
            .selectFrom(table)
            .select('id')
            .where(column as never, '=', value as never)
            .executeTakeFirstOrThrow()
        ).id,
      );
    const flow = await flowOf(asked, upload, mark);
    const { data: apiUser, key } = await ask('POST /api/api-users', {
      ...{ uuid: randomUUID(), name: `${mark} program`, permissions: KEY_RIGHTS, expires_at: '2027-01-01 00:00:00', addresses: [] },
    });
    const ids = {
      ...made,
      label: Number(label.id),
      campaign: await one('campaign', 'uuid', campaign),
      structure: Number(structure.id),
      transferFunction: Number(transferFunction.id),
      dataset: Number(dataset.id),
      version: version.id,
      ...flow,
      apiUser: Number(apiUser.id),
      segmentation: Number(segmentation.id),
      segment: Number(segment.id),
      folder: Number(folder.id),
      area: await one('file_area', 'team_id', teamId),
      view: Number(view.id),
      invitation: Number(invited[0].id),
      file: await one('file', 'series_id', upload.series.id),
      signIn: await one('sign_in', 'user_id', userId),
      form: await one('form', 'project_id', made.project),
      upload: await one('upload', 'session', session),
      batch: await one('upload', 'session', batch),
    };
    await sortedAs(ids.batch, upload, batch);
    await server.recognised();
    const ai = await fillAi(server, { mark, asked, upload, dataset: ids.dataset });
    return {
      teamId,
      userId,
      token,
      asked,
      upload,
      patient,
      task: tasks[0].uuid,
      version: version.uuid,
      registration,
      segmentation: segmentation.uuid,
      campaign,
      finding,
      batch,
      ids,
      ai,
      ticket,
      key,
      mark,
      recognition: recognised.data[0].id,
    };
  }

  /** A frozen version with one case. */
  async function versionOf(
    datasetId: number,
    { study, series }: Registered,
    mark: string,
    userId: number,
  ): Promise<{ id: number; uuid: string }> {
    const [uuid, hash] = [randomUUID(), 'a'.repeat(64)];
    const choice = JSON.stringify({ masks: { rule: 'newest' }, picks: [], channels: [] });
    const id = await server.db.write(async (tx) => {
      const made = await tx
        .insertInto('dataset_version')
        .values({
          ...{ dataset_id: datasetId, uuid, number: 1, title: `${mark} version`, state: 'frozen', failure: null, choice },
          ...{ classes: `[{"value":1,"title":"${mark}"}]`, channels: '["T2W"]', left_out: '[]', faces_by: null, faces_at: null },
          ...{ created_by: userId, created_at: server.clock.now, updated_at: server.clock.now },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('dataset_case')
        .values({
          ...{ version_id: made.id, number: 1, study_id: study.id, study_uuid: study.uuid, patient_uuid: study.uuid, part: 0, face: 1 },
          ...{ segmentation_id: null, segmentation_uuid: randomUUID(), operation_number: 1, series_id: series.id, grid_hash: hash },
          ...{ segments: '[]', label_key: null, label_sha256: hash, label_bytes: 1, voxels: '[1]', overlapping: 0, withdrawn_at: null },
        })
        .execute();
      const image = { version_id: made.id, number: 1, channel: 0, series_uuid: series.uuid, grid_hash: hash, sha256: hash };
      await tx
        .insertInto('dataset_image')
        .values({ ...image, bytes: 4096, object_key: null })
        .execute();
      return made.id;
    });
    return { id, uuid };
  }

  /** As if its one file had been read: a series that waits, under the ids by which it is asked for. */
  async function sortedAs(batchId: number, { study, series }: Registered, session: string) {
    const { id } = await server.db.read.selectFrom('batch_file').select('id').where('upload_id', '=', batchId).executeTakeFirstOrThrow();
    const facts = { cnt: 1, numberOfFrames: 1, frames: 1, samplesPerPixel: 1 };
    const sorted = JSON.stringify({
      studies: [{ uuid: study.uuid, facts: {}, series: [{ uploadId: series.uuid, facts, fileIds: [id] }] }],
    });
    const volume = { upload_id: batchId, series_upload_id: series.uuid, object_key: `volumes/${session}`, size: 1, sha256: '' };
    await server.db.write(async (tx) => {
      await tx.updateTable('batch').set({ sorted }).where('upload_id', '=', batchId).execute();
      await tx.insertInto('batch_volume').values(volume).execute();
    });
  }

  /** Which of the numbers of a team the `:id` of a path is. */
  /** A pipeline that runs over the study, and a blueprint. */
  async function flowOf(asked: Asked, upload: Registered, mark: string): Promise<{ pipeline: number; flow: number }> {
    const ask = async (request: string, body?: unknown) =>
      (await server.ask(request, { ...asked, ...(body === undefined ? {} : { body }) })).body as AnyJson;
    const definition = { starts: null, steps: [{ id: 'arrive', type: 'wait', acquisitions: ['ADC'], hours: 24 }] };
    const named = { code: `${mark}-pipeline`, name: `${mark} pipeline`, modality_code: 'MR', acquisitions: [], definition };
    const { data: pipeline } = await ask('POST /api/pipelines', named);
    await ask('POST /api/flows', { request: randomUUID(), pipeline: pipeline.id, studies: [upload.study.uuid] });
    const blueprint = structuredClone(firstAccepted(goldenOfCall('saveBlueprint'), 'body')) as AnyJson;
    await ask(`PUT /api/pipeline-blueprints/${randomUUID()}`, { ...blueprint, title: `${mark} blueprint` });
    const { data: flows } = await ask(`GET /api/flows?pipeline=${pipeline.id}`);
    return { pipeline: Number(pipeline.id), flow: Number(flows[0].id) };
  }

  function idFor(call: Call, { ids, upload, userId, teamId, ai }: Filled): number {
    const aiId = aiIdFor(call, ai);
    if (aiId !== undefined) return aiId;
    if (call.path.startsWith('structures/')) return ids.structure;
    if (call.path.startsWith('transfer-functions/')) return ids.transferFunction;
    if (call.path.startsWith('project/')) return ids.project;
    if (call.path.startsWith('dataset/')) return ids.dataset;
    if (call.path.startsWith('folders/')) return ids.folder;
    if (call.path.startsWith('pipelines/')) return ids.pipeline;
    if (call.path.startsWith('flows/')) return ids.flow;
    if (call.path.startsWith('api-users/')) return ids.apiUser;
    if (call.path.startsWith('studies-v2/views')) return ids.view;
    if (call.path.startsWith('label/study')) return upload.study.id;
    if (call.path.startsWith('studies-v2/files')) return ids.file;
    if (call.path.startsWith('studies-v2/volumes')) return ids.volume;
    if (call.path.startsWith('studies-v2/series')) return upload.series.id;
    if (call.path.startsWith('studies-v2')) return upload.study.id;
    if (call.path.startsWith('notification')) return ids.notification;
    if (call.path.includes('invitations')) return ids.invitation;
    if (call.path.startsWith('teams')) return teamId;
    if (call.path.startsWith('log/sessions') || call.path.startsWith('user/sign-ins')) return ids.signIn;
    return userId;
  }

  function uuidFor(call: Call, { patient, task, campaign, upload, ai }: Filled): string {
    const aiUuid = aiUuidFor(call, ai);
    if (aiUuid !== undefined) return aiUuid;
    const { path } = call;
    if (path.startsWith('patients/')) return patient;
    if (path.startsWith('tasks/')) return task;
    if (path.startsWith('campaigns/')) return campaign;
    return path.includes('series/') ? upload.series.uuid : upload.study.uuid;
  }

  /** The golden input of a call, with everything in it that names something naming that of this team. */
  function inputOf(name: CallName, of: Filled): { request: string; body?: unknown } {
    const call: Call = CALLS[name];
    const golden = goldenOfCall(name);
    const uuids = (value: unknown): AnyJson =>
      value === undefined
        ? undefined
        : JSON.parse(
            JSON.stringify(value)
              .replaceAll(SESSION, of.upload.session)
              .replaceAll(STUDY, of.upload.study.uuid)
              .replaceAll(SERIES, of.upload.series.uuid)
              .replaceAll(PATIENT, of.patient),
          );
    const named: Record<string, unknown> = {
      slug: of.mark === 'northmark' ? 'north' : 'south',
      session: isOfBatch(CALLS[name]) ? of.batch : of.upload.session,
      ticket: name === 'jobInput' ? of.ai.ticket : of.ticket,
      ...{ modelId: of.ai.ids.model, trainingId: of.ai.ids.training, trainId: of.ai.ids.training },
      ...{
        segmentationId: of.ids.segmentation,
        segmentId: of.ids.segment,
        teamId: of.teamId,
        serieId: of.upload.study.id,
        userId: of.userId,
      },
      uuid: uuidFor(call, of),
      task: of.task,
      version: of.version,
      registration: of.registration,
      finding: of.finding,
    };
    const params = uuids(firstAccepted(golden, 'params')) ?? {};
    if (name === 'cancelRecognition') return { request: requestOf(call, { params: { id: of.recognition } }) };
    for (const key of Object.keys(params)) params[key] = String(named[key] ?? (key === 'id' ? idFor(call, of) : params[key]));
    const query = uuids(firstAccepted(golden, 'query'));
    const wanted: Record<string, unknown> = {
      ...(isOfBatch(CALLS[name]) && { session: of.batch }),
      ...(call.path === 'segments' && { list: of.ids.segmentation }),
      structure: `${of.mark}-structure`,
      ...{
        id: of.ids.label,
        slug: named['slug'],
        bupload_id: of.ids.upload,
        filter_id: of.ids.label,
        project: of.ids.project,
        folder: of.ids.folder,
      },
      ...{ study: of.upload.study.uuid, user: of.userId, uuid: of.upload.study.uuid, search: of.mark, patient: of.patient },
      ...{ model: of.ai.ids.model, batch: of.ai.uuids.batch, segmentationId: of.ids.segmentation },
      ...(call.path.startsWith('ai') && { page: 1 }),
      ...(name === 'aiInfers' && { state: 'queued' }),
      ...(call.path === 'llm/prompts' && { wsid: server.socketOf(of) }),
    };
    const takes = Object.keys((call.query as AnyJson)?.shape ?? {});
    const asks = Object.fromEntries(takes.filter((key) => key in wanted).map((key) => [key, wanted[key]]));
    const body = uuids(firstAccepted(golden, 'body'));
    if (body !== undefined && body !== null && typeof body === 'object') {
      nameAiIn(body, of.ai);
      if (name === 'batchUpload') body.id = of.batch;
      if ('wsid' in body) body.wsid = server.socketOf(of);
      if (name === 'sortOnServer') body.session = of.batch;
      if (name === 'answerInvitation') body.id = of.ids.invitation;
      if ('team_id' in body) body.team_id = of.teamId;
      if ('structure_id' in body) body.structure_id = of.ids.structure;
      if ('label_id' in body) body.label_id = of.ids.label;
      if ('members' in body) body.members = [of.userId];
      if (name === 'changeProjectMembers') Object.assign(body, { add: [of.userId], remove: [] });
      if ('segmentation_id' in body) Object.assign(body, { segmentation_id: of.ids.segmentation, user_id: of.userId });
      if ('project_id' in body) body.project_id = of.ids.project;
      if (name === 'changeStudies') Object.assign(body, changeBy(of.ids));
      if (name === 'studyUuid') body.p = studyToText(of.upload.study.id);
      if ('search' in body) body.search = of.mark;
      if (call.path.startsWith('cmd/')) Object.assign(body, inAreaOf(of, body));
      if (name === 'startXrSession') body.segmentation = of.segmentation;
      if (name === 'startFlows') body.pipeline = of.ids.pipeline;
      if (name === 'retryFlows') body.flows = [of.ids.flow];
      if ('studyRemoteId' in body) Object.assign(body, { studyRemoteId: of.upload.study.id, serieRemoteId: of.upload.series.id });
    }
    return { request: requestOf(call, { params, query: { ...query, ...asks } }), ...(body === undefined ? {} : { body }) };
  }

  /** Paths of the area of the team; of nobody's, where there is no team. */
  const inAreaOf = ({ teamId }: Filled, body: AnyJson): AnyJson => {
    const slug = Object.entries(server.teams).find(([, id]) => id === teamId)?.[0] ?? 'nowhere';
    const own = JSON.parse(JSON.stringify(body).replaceAll('"/north/', `"/${slug}/`));
    return { ...own, ...('area' in body && { area: slug }) };
  };

  /** Of the studies of a selection. */
  const changeBy = ({ folder, label, project }: Filled['ids']) => ({
    ...{ folder, add_label: label, remove_label: label, add_project: project, remove_project: project },
  });

  /** Every row of a team, as the database has it. */
  async function rowsOf({ teamId, userId, upload, batch, ids, ai }: Filled): Promise<Record<string, string[]>> {
    const ofAi = {
      ...{ team_id: teamId, study_id: upload.study.id, model_id: ai.ids.model, training_id: ai.ids.training, infer_id: ai.ids.infer },
      ...{ key_id: ai.ids.workerKey, job_id: ai.ids.aiJob, session_id: ai.ids.clicks },
    };
    const ofOthers: Record<string, number> = {
      team_id: teamId,
      study_id: upload.study.id,
      series_id: upload.series.id,
      upload_id: ids.upload,
      file_id: ids.file,
      segmentation_id: ids.segmentation,
      form_id: ids.form,
      campaign_id: ids.campaign,
      dataset_id: ids.dataset,
      version_id: ids.version,
      pipeline_id: ids.pipeline,
      flow_id: ids.flow,
      api_user_id: ids.apiUser,
      area_id: ids.area,
    };
    const all: Record<string, string[]> = {};
    for (const table of TABLES) {
      const rows = (await server.db.read.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
      // A file there is one of a model.
      const own: Record<string, number> = table === 'ai_file_part' ? { file_id: ai.ids.aiFile } : isOfAi(table) ? ofAi : ofOthers;
      const isOwn = (row: Record<string, unknown>) =>
        Object.entries(own).some(([column, value]) => column in row && Number(row[column]) === value) ||
        (table === 'team' && Number(row['id']) === teamId) ||
        ('upload_id' in row && Number(row['upload_id']) === ids.batch) ||
        (table === 'batch_piece' && String(row['object_key']).includes(batch));
      all[table] = rows
        .filter(isOwn)
        .map((row) => JSON.stringify(row))
        .toSorted();
    }
    const user = await server.db.read.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
    return { ...all, user: [JSON.stringify(user)] };
  }

  const isOfAi = (table: string): boolean => (AI_TABLES as readonly string[]).includes(table);

  const secretsOf = ({ mark, upload, batch, ticket, token, key, ai }: Filled) => [
    key,
    ...[...Object.values(ai.uuids), ai.ticket, ai.secret],
    mark,
    batch,
    upload.session,
    upload.study.uuid,
    upload.series.uuid,
    upload.token,
    ticket,
    token,
  ];
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => ![...OWN_ACCOUNT, ...OF_ALL_TEAMS].includes(name));

  it('have data that the owner can find', async () => {
    const found: string[] = [];
    for (const name of [
      'studies',
      'uploads',
      'labels',
      'structures',
      'structure',
      'transferFunctions',
      'segmentations',
      'segments',
      'organizedStudy',
      'measurements',
      'registrations',
      'registration',
      'studyFindings',
      'findings',
      'followUp',
      'comments',
      'forms',
      'studyForms',
      'layouts',
      'campaigns',
      'projects',
      'projectList',
      'project',
      'datasets',
      'dataset',
      'datasetPatients',
      'datasetVersions',
      'datasetVersion',
      'datasetCases',
      'aiModels',
      'aiModel',
      'runnableModels',
      'modelConfiguration',
      'aiTrainings',
      'aiTraining',
      'aiInfers',
      'aiInfer',
      'inferBatches',
      'pipeline',
      'blueprints',
      'flows',
      'flow',
      'proposals',
      'aiWorkers',
      'teamInvitations',
      'notifications',
      'study',
      'studySeries',
      'patients',
      'folders',
      'savedViews',
      'tasks',
      'task',
      'reviews',
    ] as const) {
      const { text } = await server.ask(inputOf(name, south).request, south.asked);
      if (secretsOf(south).some((secret) => text.includes(secret))) found.push(name);
    }
    expect(found).toEqual([
      'studies',
      'uploads',
      'labels',
      'structures',
      'structure',
      'transferFunctions',
      'segmentations',
      'segments',
      'organizedStudy',
      'measurements',
      'registrations',
      'registration',
      'studyFindings',
      'findings',
      'followUp',
      'comments',
      'forms',
      'studyForms',
      'layouts',
      'campaigns',
      'projects',
      'projectList',
      'project',
      'datasets',
      'dataset',
      'datasetPatients',
      'datasetVersions',
      'datasetVersion',
      'datasetCases',
      'aiModels',
      'aiModel',
      'runnableModels',
      'modelConfiguration',
      'aiTrainings',
      'aiTraining',
      'aiInfers',
      'aiInfer',
      'inferBatches',
      'pipeline',
      'blueprints',
      'flows',
      'flow',
      'proposals',
      'aiWorkers',
      'teamInvitations',
      'notifications',
      'study',
      'studySeries',
      'patients',
      'folders',
      'savedViews',
      'tasks',
      'task',
      'reviews',
    ]);
    for (const [table, rows] of Object.entries(await rowsOf(north)))
      if (!['chunk', 'series_reading', 'seen_status', 'patient_key', 'grid'].includes(table))
        expect([table, rows.length > 0]).toEqual([table, true]);
  });

  it('reveal and change nothing of each other, whatever call is made for the other team’s data [BACK-01, BACK-05]', async () => {
    const before = await rowsOf(north);
    const told: string[] = [];
    const broken: string[] = [];
    for (const name of names) {
      const { request, body } = inputOf(name, north);
      const call: Call = CALLS[name];
      const payload = call.bodyKind === 'chunk' ? packFile(north.upload) : undefined;
      const sent = payload === undefined ? request : request.replace(/sha256=\w+/, `sha256=${sha256Of(payload)}`);
      const headers = payload === undefined ? {} : { headers: { 'content-type': 'application/octet-stream' }, payload };
      // By the own bearer, by the token of the own upload, and by the key of an own API user.
      for (const token of call.access === 'worker-key' ? [south.ai.secret] : [south.token, south.upload.token, south.key]) {
        const { text, status } = await server.ask(sent, { ...south.asked, token, ...(body === undefined ? {} : { body }), ...headers });
        const mine = request.includes(north.mark) || JSON.stringify(body ?? '').includes(north.mark) ? [north.mark] : [];
        const leaked = secretsOf(north).filter((secret) => !mine.includes(secret) && !request.includes(secret) && text.includes(secret));
        if (leaked.length > 0) told.push(`${name}: ${status}`);
        if (status >= 500 && status !== 501) broken.push(`${name}: ${status}`);
        server.clock.now += 1_000;
      }
    }
    expect({ told, broken }).toEqual({ told: [], broken: [] });
    expect(await rowsOf(north)).toEqual(before);
  }, 60_000);

  it("cannot distinguish the other team's data from missing data [BACK-05]", async () => {
    const differing: string[] = [];
    for (const name of names) {
      const call: Call = CALLS[name];
      if (call.bodyKind === 'chunk' || [...IDS_OF_CLIENTS, ...NEVER_ALIKE, ...BY_ADDRESS].includes(name)) continue;
      const token = call.access === 'worker-key' ? south.ai.secret : south.token;
      const answers: string[] = [];
      for (const of of [north, nobodys()]) {
        const { request, body } = inputOf(name, of);
        const { text, status } = await server.ask(request, { ...south.asked, token, ...(body === undefined ? {} : { body }) });
        server.clock.now += 1_000;
        answers.push(`${status} ${withoutIds(text, of)}`);
      }
      if (answers[0] !== answers[1]) differing.push(`${name}: ${answers.join(' | ').slice(0, 300)}`);
    }
    expect(differing).toEqual([]);
  }, 60_000);

  it('answer an API user whatever call takes its key, on the data of its own team', async () => {
    const faults: string[] = [];
    const reached = new Set<number>();
    for (const name of names.filter((each) => takesKeys(CALLS[each]) && !WITHOUT_BYTES.includes(each))) {
      const { request, body } = inputOf(name, south);
      const { status, body: answer } = await server.ask(request, {
        ...south.asked,
        token: south.key,
        ...(body === undefined ? {} : { body }),
      });
      reached.add(status);
      server.clock.now += 1_000;
      if ((status >= 500 && status !== 501) || ['not_for_keys', 'key_ended', 'not_a_member'].includes(answer?.code))
        faults.push(`${name}: ${status} ${answer?.code}`);
    }
    expect(faults).toEqual([]);
    expect([...reached]).toContain(200);
  }, 60_000);

  /** The same questions about what was never there. */
  function nobodys(): Filled {
    const none = { id: 987_654, uuid: randomUUID() };
    return {
      ...north,
      ...{
        teamId: none.id,
        userId: none.id,
        recognition: randomUUID(),
        version: randomUUID(),
        batch: randomUUID(),
        ticket: 'n'.repeat(43),
      },
      upload: { ...north.upload, session: randomUUID(), study: none, series: { ...north.upload.series, ...none, uuid: randomUUID() } },
      ids: Object.fromEntries(Object.keys(north.ids).map((key) => [key, none.id])) as Filled['ids'],
      ai: {
        ...north.ai,
        ids: Object.fromEntries(Object.keys(north.ai.ids).map((key) => [key, none.id])) as FilledAi['ids'],
        uuids: Object.fromEntries(Object.keys(north.ai.uuids).map((key) => [key, randomUUID()])) as FilledAi['uuids'],
      },
    };
  }

  /** An answer may repeat what was asked for. */
  function withoutIds(text: string, { upload, batch, ids, ai, teamId, userId }: Filled): string {
    const own = [
      ...Object.values(ai.ids),
      ...Object.values(ai.uuids),
      upload.session,
      upload.study.uuid,
      upload.series.uuid,
      batch,
      upload.study.id,
      upload.series.id,
      teamId,
      userId,
    ];
    return [...own, ...Object.values(ids)].map(String).reduce((left, id) => (id.length < 4 ? left : left.replaceAll(id, '#')), text);
  }
});
