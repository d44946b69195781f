import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const golden = (call: 'saveForm' | 'saveAnswer'): AnyJson => structuredClone(firstAccepted(goldenOfCall(call), 'body')) as AnyJson;

/** A form of a new project of Ada, which has a new study. */
async function defined(server: ContractServer) {
  const { study, series } = await registerUpload(server);
  const made = await server.asAda('POST /api/project', { body: { uuid: randomUUID(), name: 'Readers' } });
  const project: number = made.body.id;
  await server.asAda(`POST /api/project/${project}/studies`, { body: { add: [study.uuid] } });
  const [uuid, body, list] = [randomUUID(), golden('saveForm'), `project/${project}/forms`];
  const path = `${list}/${uuid}`;
  const answer = await server.asAda(`PUT /api/${path}`, { body });
  return { study, series, project, list, path, body, form: answer.body.data as AnyJson };
}

/** With an answer of Ada. */
async function answered(server: ContractServer) {
  const scene = await defined(server);
  const body = { ...golden('saveAnswer'), form: scene.form.form };
  body.items[0].place.series = scene.series.uuid;
  const answers = `annotator/studies/${scene.study.uuid}/answers`;
  const path = `${answers}/${randomUUID()}`;
  const saved = await server.asAda(`PUT /api/${path}`, { body });
  return { ...scene, answers, path, body, formPath: scene.path, answer: saved.body.data as AnyJson };
}

/** Of team north, with the right to see studies and projects but not to administer. */
async function asAnnotator(server: ContractServer): Promise<{ token: string }> {
  const email = `answers-${randomUUID()}@example.org`;
  await server.addUser(email, { [server.teams.north]: 2 });
  return { token: (await server.signIn(email)).token };
}

/** Forms of projects, and answers about studies. */
export const FORM_ROWS = {
  forms: [
    [
      'lists those of the project in their latest versions [FORM-01]',
      async ({ server }) => {
        const { list, path, body, form } = await defined(server);
        const { body: second } = await server.asAda(`PUT /api/${path}`, { body: { ...body, base: 1, title: 'Round 2' } });
        expect([form.number, second.data.number]).toEqual([1, 2]);
        const answer = await server.asAda(`GET /api/${list}`);
        expect(answer.body.data).toEqual([second.data]);
        return answer;
      },
      200,
    ],
    [
      'does not find a project of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await defined(server)).list}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    ['requires r:projects', ({ server, nell }) => server.asAda('GET /api/project/1/forms', { token: nell }), 'not_allowed'],
  ],
  saveForm: [
    [
      'saves a new form, and the same twice once [FORM-02]',
      async ({ server }) => {
        const { path, body, form } = await defined(server);
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body.data).toEqual(form);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          ...{ number: 1, title: 'Image quality', retired: false, answers: 0, user: { name: 'ada' } },
          saved_at: expect.stringMatching(WIRE_DATE),
        }),
    ],
    [
      'refuses a change of an older version',
      async ({ server }) => {
        const { path, body } = await defined(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, title: 'Other' } });
      },
      'conflict',
    ],
    [
      'names the field that does not fit [FORM-04]',
      async ({ server }) => {
        const { path, body } = await defined(server);
        const changed = structuredClone(body);
        changed.definition.sections[0].fields[1].shownWhen.option = 'perhaps';
        return server.asAda(`PUT /api/${path}`, { body: { ...changed, base: 1 } });
      },
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['why']),
    ],
    [
      'refuses who does not manage the project [FORM-03]',
      async ({ server }) => {
        const { path, body } = await defined(server);
        return server.asAda(`PUT /api/${path}`, { ...(await asAnnotator(server)), body: { ...body, base: 1, title: 'Other' } });
      },
      'not_allowed',
    ],
    [
      'does not find a project of another team',
      async ({ server, ute }) => {
        const { path, body } = await defined(server);
        return server.ask(`PUT /api/${path}`, { host: SOUTH, token: ute, body });
      },
      'not_found',
    ],
  ],
  retireForm: [
    [
      'is the same when it is sent twice; the form is no longer offered [FORM-05]',
      async ({ server }) => {
        const { path, study } = await defined(server);
        const offered = async () => (await server.asAda(`GET /api/annotator/studies/${study.uuid}/forms`)).body.data.forms.length;
        expect(await offered()).toBe(1);
        await server.asAda(`PUT /api/${path}/retired`, { body: { retired: true } });
        expect(await offered()).toBe(0);
        return server.asAda(`PUT /api/${path}/retired`, { body: { retired: true } });
      },
      200,
      ({ body }) => expect(body.data.retired).toBe(true),
    ],
    [
      'refuses who does not manage the project [FORM-03]',
      async ({ server }) =>
        server.asAda(`PUT /api/${(await defined(server)).path}/retired`, { ...(await asAnnotator(server)), body: { retired: true } }),
      'not_allowed',
    ],
    [
      'does not find a form of another project',
      async ({ server }) => {
        const [one, other] = [await defined(server), await defined(server)];
        return server.asAda(`PUT /api/${one.list}/${other.form.form}/retired`, { body: { retired: true } });
      },
      'not_found',
    ],
  ],
  studyForms: [
    [
      'returns the forms of the study with its answers, also to members who did not answer [FORM-05]',
      async ({ server }) => {
        const { study, project, form, answer } = await answered(server);
        const asked = `GET /api/annotator/studies/${study.uuid}/forms`;
        const { form: uuid, number, title, definition } = form;
        const offered = { form: uuid, number, title, definition, project: { id: project, name: 'Readers' }, offered: true };
        expect((await server.asAda(asked)).body.data).toEqual({ forms: [offered], answers: [answer] });
        return server.asAda(asked, await asAnnotator(server));
      },
      200,
      ({ body }) => expect(body.data.answers).toMatchObject([{ editable: false }]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) =>
        server.ask(`GET /api/annotator/studies/${(await defined(server)).study.uuid}/forms`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      ({ server, nell }) => server.asAda(`GET /api/annotator/studies/${randomUUID()}/forms`, { token: nell }),
      'not_allowed',
    ],
  ],
  saveAnswer: [
    [
      'saves a new answer, and the same twice once [FORM-07]',
      async ({ server }) => {
        const { path, body, answer } = await answered(server);
        const again = await server.asAda(`PUT /api/${path}`, { body });
        expect(again.body.data).toEqual(answer);
        return again;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ version: 1, state: 'draft', read: null, aside: false, editable: true }),
    ],
    [
      'refuses a change of an older version [FORM-08]',
      async ({ server }) => {
        const { path, body } = await answered(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, device: randomUUID(), values: {} } });
      },
      'conflict',
    ],
    [
      'refuses a second answer of the same person [FORM-06]',
      async ({ server }) => {
        const { answers, body } = await answered(server);
        return server.asAda(`PUT /api/${answers}/${randomUUID()}`, { body });
      },
      'conflict',
    ],
    [
      'refuses a complete one without a required value, by the name of its field [FORM-10]',
      async ({ server }) => {
        const { path, body } = await answered(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, base: 1, state: 'complete', values: {} } });
      },
      'invalid',
      ({ body }) => expect(body.errors).toEqual({ values: ['It is not complete: quality.'] }),
    ],
    [
      'refuses to bring back a deleted one [FORM-11]',
      async ({ server }) => {
        const { path, body } = await answered(server);
        await server.asAda(`DELETE /api/${path}`);
        return server.asAda(`PUT /api/${path}`, { body });
      },
      'answer_deleted',
    ],
    [
      'refuses a change of what somebody else answered [FORM-11]',
      async ({ server }) => {
        const { path, body } = await answered(server);
        return server.asAda(`PUT /api/${path}`, { ...(await asAnnotator(server)), body: { ...body, base: 1 } });
      },
      'not_allowed',
    ],
    [
      'refuses a form of another team',
      async ({ server }) => {
        const { answers, body } = await answered(server);
        return server.asAda(`PUT /api/${answers}/${randomUUID()}`, { body: { ...body, form: randomUUID() } });
      },
      'invalid',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { path, body } = await answered(server);
        return server.ask(`PUT /api/${path}`, { host: SOUTH, token: ute, body });
      },
      'not_found',
    ],
  ],
  deleteAnswer: [
    [
      'may be sent twice, and after it nobody sees the answer [FORM-11]',
      async ({ server }) => {
        const { path, study } = await answered(server);
        await server.asAda(`DELETE /api/${path}`);
        expect((await server.asAda(`GET /api/annotator/studies/${study.uuid}/forms`)).body.data.answers).toEqual([]);
        return server.asAda(`DELETE /api/${path}`);
      },
      204,
    ],
    [
      'refuses that of somebody else without r:team and r:invitations [FORM-11, OQ-03]',
      async ({ server }) => server.asAda(`DELETE /api/${(await answered(server)).path}`, await asAnnotator(server)),
      'not_allowed',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`DELETE /api/${(await answered(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  projectAnswers: [
    [
      'returns the answers with their studies and versions [FORM-14]',
      async ({ server }) => {
        const { formPath, study, form, answer } = await answered(server);
        const found = await server.asAda(`GET /api/${formPath}/answers`);
        const { form: uuid, number, title, definition } = form;
        expect(found.body.data).toEqual([{ study: { id: expect.any(Number), uuid: study.uuid }, answer }]);
        expect(found.body.versions).toEqual([{ form: uuid, number, title, definition }]);
        return found;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ total: 1, current_page: 1 }),
    ],
    [
      'refuses who does not manage the project [FORM-14]',
      async ({ server }) => server.asAda(`GET /api/${(await answered(server)).formPath}/answers`, await asAnnotator(server)),
      'not_allowed',
    ],
    [
      'does not find a project of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await answered(server)).formPath}/answers`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
} satisfies Rows;
