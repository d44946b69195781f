import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** A new study of team north, and its patient. */
async function newStudy(server: ContractServer): Promise<{ study: string; patient: string }> {
  const { study } = await registerUpload(server);
  const { body } = await server.asAda(`GET /api/studies-v2/${study.uuid}`);
  return { study: study.uuid, patient: body.data.patient };
}

/** Patients, and which study is of whom. */
export const PATIENT_ROWS = {
  patients: [
    [
      'returns 15 of a page, those with the latest change first [LIST-025]',
      async ({ server }) => {
        const { patient } = await newStudy(server);
        const answer = await server.asAda('GET /api/patients');
        expect(answer.body).toMatchObject({ per_page: 15, current_page: 1 });
        expect(answer.body.data[0]).toEqual({
          uuid: patient,
          name: 'Muster^Eva',
          patientId: '',
          issuer: '',
          birthDate: '',
          sex: expect.any(String),
          studies: 1,
          created_at: expect.stringMatching(WIRE_DATE),
        });
        return answer;
      },
      200,
    ],
    [
      'finds nothing where the search is a pattern',
      ({ server }) => server.asAda('GET /api/patients?search=%25_'),
      200,
      ({ body }) => expect(body.total).toBe(0),
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await newStudy(server);
        return server.ask('GET /api/patients', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['requires r:studies', ({ server, nell }) => server.ask('GET /api/patients', { host: NORTH, token: nell }), 'not_allowed'],
  ],
  patient: [
    [
      'returns the patient with its studies [LIST-025]',
      async ({ server }) => {
        const { study, patient } = await newStudy(server);
        const answer = await server.asAda(`GET /api/patients/${patient}`);
        expect(answer.body.data).toMatchObject({ uuid: patient, studies: 1, list: [{ uuid: study, patient }] });
        return answer;
      },
      200,
    ],
    [
      'is not found in another team',
      async ({ server, ute }) => server.ask(`GET /api/patients/${(await newStudy(server)).patient}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  mergePatients: [
    [
      'moves the studies, and the old address leads to the patient; repeating it has no effect [LIST-026]',
      async ({ server }) => {
        const [one, other] = [await newStudy(server), await newStudy(server)];
        const merge = () => server.asAda(`POST /api/patients/${one.patient}/merge`, { body: { from: other.patient } });
        await merge();
        const answer = await merge();
        expect(answer.body.data).toMatchObject({ uuid: one.patient, studies: 2 });
        expect((await server.asAda(`GET /api/patients/${other.patient}`)).body.data.uuid).toBe(one.patient);
        return answer;
      },
      200,
    ],
    [
      'is refused with itself',
      async ({ server }) => {
        const { patient } = await newStudy(server);
        return server.asAda(`POST /api/patients/${patient}/merge`, { body: { from: patient } });
      },
      'invalid',
    ],
  ],
  splitPatient: [
    [
      'moves studies to a new patient; repeating it has no effect [LIST-027]',
      async ({ server }) => {
        const [one, other, uuid] = [await newStudy(server), await newStudy(server), randomUUID()];
        await server.asAda(`POST /api/patients/${one.patient}/merge`, { body: { from: other.patient } });
        const split = () => server.asAda(`POST /api/patients/${one.patient}/split`, { body: { uuid, studies: [other.study] } });
        await split();
        const answer = await split();
        expect(answer.body.data).toMatchObject({ uuid, studies: 1, list: [{ uuid: other.study }] });
        return answer;
      },
      200,
    ],
    [
      'is refused for the only study',
      async ({ server }) => {
        const { study, patient } = await newStudy(server);
        return server.asAda(`POST /api/patients/${patient}/split`, { body: { uuid: randomUUID(), studies: [study] } });
      },
      'invalid',
    ],
  ],
} satisfies Rows;
