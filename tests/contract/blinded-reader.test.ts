import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, type Call, type CallName } from '#contract/calls.ts';
import { ROLE } from '#contract/permissions.ts';
import { FORM_TEMPLATES } from '#model/forms/templates.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { AnyJson } from '#server/test-server.ts';
import { openContractServer, type ContractServer } from './contract-server.ts';
import { claim, complete, convertedStudy, handInResult, newWorker, promoted } from './call-rows/ai-steps.ts';
import { registerUpload } from './upload-steps.ts';

const MARK = 'workofada';
const DAY = '?today=2026-01-02&since=0';
const QUERIES: Partial<Record<CallName, string>> = { reviews: `${DAY}&list=all&state=open`, changes: '?since=0' };

/**
 * [Note: Blinded reads]: every call that reads, asked by a reader of a running blinded campaign who administers the team as well, for a case on which
 * somebody else has measured, drawn, commented and answered.
 */
describe.each(TEST_ENGINES)('a blinded reader on %s', (engine) => {
  let server: ContractServer;
  let ben: { token: string };
  let ids: Record<string, string | number>;
  let secrets: string[];

  beforeAll(async () => {
    server = await openContractServer(engine);
    const upload = await convertedStudy(server, await registerUpload(server));
    const { study, series } = upload;
    const uuid: string = study.uuid;
    const put = async (request: string, body: unknown) => {
      const answer = await server.asAda(request, { body });
      expect([request, answer.status < 300]).toEqual([request, true]);
      return answer.body as AnyJson;
    };
    const { data: structures } = (await server.asAda('GET /api/structures')).body;
    const { data: segmentation } = await put(`POST /api/annotator/segmentations/${uuid}`, { structure: structures[0].slug, rbac: 1 });
    await put(`POST /api/annotator/segment/create/${uuid}/${segmentation.id}`, { segment: { title: MARK } });
    const [measurement, comment, answer, form] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await put(`PUT /api/annotator/studies/${uuid}/measurements/${measurement}`, {
      ...{ base: 0, device: randomUUID(), series: series.uuid, grid: 'a'.repeat(64), slice: 0, sop: '1.2', frame: 0, kind: 'point' },
      ...{ points: [[1, 2]], text: MARK, measured: { values: {}, scale: 'patient', unit: null } },
    });
    const registration = randomUUID();
    await server.db.write(async (tx) => {
      const {
        id: study_id,
        team_id,
        uploaded_by: user_id,
      } = await tx.selectFrom('study').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
      await tx
        .insertInto('registration')
        .values({
          ...{ team_id, study_id, uuid: registration, user_id, fixed_series_id: series.id, moving_series_id: series.id },
          ...{ method: MARK, state: 'done', failure: null, matrix: null, similarity: null, overlap: null, error_mm: null },
          ...{ fixed_grid_hash: 'a'.repeat(64), moving_grid_hash: 'a'.repeat(64), created_at: 1, updated_at: 1 },
        })
        .execute();
    });
    const [lesion, response] = [randomUUID(), randomUUID()];
    const ofLesion = `PUT /api/annotator/studies/${uuid}/lesions/${lesion}`;
    const versioned = { base: 0, device: randomUUID() };
    await put(ofLesion, { ...versioned, change: { of: 'lesion', title: MARK, kind: 'target', organ: '', node: false } });
    await put(ofLesion, { ...versioned, change: { of: 'finding', measurement, state: null } });
    await put(`PUT /api/annotator/studies/${uuid}/responses/${response}`, { ...versioned, response: 'stable', suggested: null });
    const project = await put('POST /api/project', { uuid: randomUUID(), name: 'Readers', description: '', label_id: null, members: [] });
    await put(`POST /api/project/${project.id}/studies`, { add: [uuid], remove: [] });
    const { title, definition } = FORM_TEMPLATES[0]!;
    await put(`PUT /api/project/${project.id}/forms/${form}`, { base: 0, title, definition });
    const noted = definition.sections
      .flatMap(({ scope, fields }) => (scope === 'study' ? fields : []))
      .find(({ kind }) => kind === 'text')!;
    await put(`PUT /api/annotator/studies/${uuid}/answers/${answer}`, {
      ...{ form, number: 1, read: null, aside: false, base: 0, device: randomUUID(), state: 'draft', sources: {}, items: [] },
      values: { [noted.key]: { kind: 'text', text: MARK } },
    });
    const finding = randomUUID();
    const said = JSON.stringify({ code: 'missing-slices', missing: 1, present: 9, stepMm: 3 });
    const found = { study_id: study.id, place: 'gap', code: 'missing-slices', severity: 'error', said } as const;
    const marked = { mark: null, reason: '', marked_by: null, marked_at: null } as const;
    await server.db.write((tx) =>
      tx
        .insertInto('finding')
        .values({
          uuid: finding,
          ...found,
          ...marked,
          series_id: series.id,
          other_study_id: null,
          version: 1,
          created_at: server.clock.now,
        })
        .execute(),
    );
    await put(`PUT /api/studies/${uuid}/findings/${finding}/mark`, { version: 1, mark: 'accepted', reason: MARK });
    const tasks = { assignment: randomUUID(), studies: [uuid], kind: 'annotate', to: { person: server.ada.userId }, due: null };
    await put('POST /api/tasks', { ...tasks, note: MARK });

    const reader = await server.addUser('ben@example.org', { [server.teams.north]: ROLE.teamAdministrator });
    ben = await server.signIn('ben@example.org');
    const campaign = randomUUID();
    await put(`PUT /api/campaigns/${campaign}`, {
      ...{ base: 0, title: 'Readers', guideline: '', form: { uuid: form, version: 1 }, structure: structures[0].id, blinded: true },
      ...{ cases: [{ study: uuid, known: false }], readers: [reader], reads_per_case: 1, repeats: 0, reviewer: null, due: null },
    });
    await put(`POST /api/campaigns/${campaign}/start`, {});
    // Written after the start, with a mention: nobody who reads blinded is told.
    await put(`PUT /api/annotator/studies/${uuid}/comments/${comment}`, {
      ...{ base: 0, device: randomUUID(), thread: comment, pin: null, segmentation: null, segment: null, task: null },
      ...{ text: MARK, mentions: [reader] },
    });
    const steps = [{ id: 'arrive', type: 'wait', acquisitions: ['ADC'], hours: 1 }];
    const pipeline = { code: 'p', name: 'P', modality_code: 'MR', acquisitions: [], definition: { starts: null, steps } };
    const { data: made } = await put('POST /api/pipelines', pipeline);
    await put('POST /api/flows', { request: randomUUID(), pipeline: made.id, studies: [uuid] });
    const { model } = await promoted(server);
    const { data: infer } = await put('POST /services/createInfer', { caseId: series.uuid, modelId: String(model.id) });
    const { job } = (await claim(server, await newWorker(server))).body;
    await handInResult(server, job, MARK);
    await complete(server, job);
    await put(`PUT /api/studies/${uuid}/proposals/${infer.id}/decisions/1`, { decision: 'accepted', dice: 1 });
    const { data } = (await server.asAda(`GET /api/campaigns/${campaign}`)).body;
    ids = {
      ...{ uuid, segmentation: segmentation.uuid, segmentationId: segmentation.id, serieId: study.id, teamId: server.teams.north },
      ...{ infer: infer.id, form, measurement, registration, lesion, response, comment, project: project.id, campaign, study: uuid },
      read: data.all_reads[0].uuid,
    };
    QUERIES.tasks = `${DAY}&study=${uuid}`;
    secrets = [MARK, segmentation.uuid, measurement, registration, lesion, response, comment, answer];
  });
  afterAll(() => server.close());

  /** Null: it names something that this test has not made. */
  function requestOf(name: CallName): string | null {
    const { base, path }: Call = CALLS[name];
    const isOfInfer = path.startsWith('ai-infers/') || path.includes('/proposals/');
    const own: Record<string, string | number> = path.startsWith('campaigns/')
      ? { uuid: ids['campaign']! }
      : { id: ids[isOfInfer ? 'infer' : 'project']! };
    const filled = path.replaceAll(/:([a-zA-Z]+)/g, (param, word: string) => String(own[word] ?? ids[word] ?? param));
    if (filled.includes(':')) return null;
    return `GET /${base === 'api' ? 'api' : 'services'}/${filled}${QUERIES[name] ?? ''}`;
  }

  it('is told nothing of the work of others by any call that reads [CAMP-20, CAMP-22, CAMP-24]', async () => {
    const told: string[] = [];
    let asked = 0;
    for (const name of Object.keys(CALLS) as CallName[]) {
      if (CALLS[name].method !== 'GET') continue;
      const request = requestOf(name);
      if (request === null) continue;
      const { status, text } = await server.asAda(request, { token: ben.token });
      expect([request, status < 500 || status === 501]).toEqual([request, true]);
      if (status === 200) asked += 1;
      const found = secrets.filter((secret) => !request.includes(secret) && text.includes(secret));
      if (found.length > 0) told.push(`${name}: ${found.join(', ')}`);
    }
    expect(told).toEqual([]);
    expect(asked).toBeGreaterThan(30);
  });

  it('is given no proposal of a model [CAMP-20]', async () => {
    const asBen = { token: ben.token };
    expect((await server.asAda(`GET /api/studies/${ids['uuid']}/proposals`, asBen)).body).toEqual({ data: [], blinded: true });
    expect((await server.asAda(`GET /api/studies/${ids['uuid']}/proposals/${ids['infer']}/labels`, asBen)).status).toBe(404);
    expect((await server.asAda(`GET /api/ai-infers/${ids['infer']}`, asBen)).body.data).toMatchObject({ summary: null, decided: [] });
    const body = { decision: 'accepted', dice: 1 };
    expect((await server.asAda(`PUT /api/studies/${ids['uuid']}/proposals/${ids['infer']}/decisions/1`, { ...asBen, body })).status).toBe(
      404,
    );
  });

  it('is shown no flow over the study [CAMP-20]', async () => {
    expect((await server.asAda('GET /api/flows', { token: ben.token })).body.total).toBe(0);
    expect((await server.asAda('GET /api/flows')).body.total).toBe(1);
  });

  it('is alone in that: whoever leads the campaign is told by the same calls', async () => {
    const telling: string[] = [];
    for (const name of Object.keys(CALLS) as CallName[]) {
      const request = CALLS[name].method === 'GET' ? requestOf(name) : null;
      if (request === null) continue;
      const { text } = await server.asAda(request);
      if (secrets.some((secret) => !request.includes(secret) && text.includes(secret))) telling.push(name);
    }
    const work = [
      'organizedStudy',
      'segmentations',
      'measurements',
      'registrations',
      'registration',
      'followUp',
      'comments',
      'studyForms',
      'projectAnswers',
      'tasks',
      'studyFindings',
      'findings',
    ];
    expect(telling).toEqual(expect.arrayContaining([...work, 'aiInfers', 'aiInfer', 'proposals']));
  });
});
