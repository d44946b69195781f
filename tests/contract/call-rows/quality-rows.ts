import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const SAID = { code: 'missing-slices', missing: 1, present: 9, stepMm: 3 } as const;
const SEEN = { version: 1, mark: 'seen', reason: '' };

/** A study of team north with a finding, as if a check had made it. */
async function found(server: ContractServer) {
  const { study, series } = await registerUpload(server);
  const uuid = randomUUID();
  await server.db.write((tx) =>
    tx
      .insertInto('finding')
      .values({
        ...{ uuid, study_id: study.id, series_id: series.id, other_study_id: null, place: 'gap', code: SAID.code, severity: 'error' },
        ...{ said: JSON.stringify(SAID), version: 1, mark: null, reason: '', marked_by: null, marked_at: null },
        created_at: server.clock.now,
      })
      .execute(),
  );
  const list = `studies/${study.uuid}/findings`;
  return { study, series, uuid, list, path: `${list}/${uuid}/mark` };
}

/** Findings about studies. */
export const QUALITY_ROWS = {
  studyFindings: [
    [
      'returns what was found about a study',
      async ({ server }) => {
        const { list, uuid, series } = await found(server);
        const answer = await server.asAda(`GET /api/${list}`);
        expect(answer.body.data).toMatchObject([{ uuid, series: series.uuid }]);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject([
          { severity: 'error', said: SAID, other: null, version: 1, mark: null, found_at: expect.stringMatching(WIRE_DATE) },
        ]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await found(server)).list}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      async ({ server, nell }) => server.asAda(`GET /api/${(await found(server)).list}`, { token: nell }),
      'not_allowed',
    ],
  ],
  findings: [
    [
      'lists those of the team with their studies',
      async ({ server }) => {
        const { study } = await found(server);
        const answer = await server.asAda('GET /api/findings?severity=warning&mark=open');
        expect(answer.body.data[0].study.uuid).toBe(study.uuid);
        return answer;
      },
      200,
      ({ body }) => expect(body).toMatchObject({ per_page: 50, current_page: 1 }),
    ],
    [
      'lists none of another team',
      async ({ server, ute }) => {
        await found(server);
        return server.ask('GET /api/findings', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ data: [], total: 0 }),
    ],
    ['requires r:studies', ({ server, nell }) => server.asAda('GET /api/findings', { token: nell }), 'not_allowed'],
  ],
  markFinding: [
    [
      'accepts a finding with a reason, once if it is sent twice [QIN-11]',
      async ({ server }) => {
        const { path } = await found(server);
        const body = { version: 1, mark: 'accepted', reason: 'Only the centre is used.' };
        const first = await server.asAda(`PUT /api/${path}`, { body });
        expect(first.status).toBe(200);
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body).toEqual(first.body);
        return answer;
      },
      200,
      ({ body }) => expect(body.data.mark).toMatchObject({ as: 'accepted', reason: 'Only the centre is used.', user: { name: 'ada' } }),
    ],
    [
      'refuses to accept it without a reason [QIN-11]',
      async ({ server }) => server.asAda(`PUT /api/${(await found(server)).path}`, { body: { ...SEEN, mark: 'accepted' } }),
      'invalid',
    ],
    [
      'refuses a mark for another version than the present one [QIN-11]',
      async ({ server }) => server.asAda(`PUT /api/${(await found(server)).path}`, { body: { ...SEEN, version: 2 } }),
      'conflict',
    ],
    [
      'does not find that of another study',
      async ({ server }) => {
        const [one, other] = [await found(server), await found(server)];
        return server.asAda(`PUT /api/${one.list}/${other.uuid}/mark`, { body: SEEN });
      },
      'not_found',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`PUT /api/${(await found(server)).path}`, { host: SOUTH, token: ute, body: SEEN }),
      'not_found',
    ],
  ],
} satisfies Rows;
