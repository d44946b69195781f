import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { endedUpload, registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** A study of team north that has arrived. */
async function study(server: ContractServer): Promise<string> {
  return (await endedUpload(server)).study.uuid;
}

async function deletedStudy(server: ContractServer): Promise<string> {
  const uuid = await study(server);
  await server.asAda(`DELETE /api/studies-v2/${uuid}`);
  return uuid;
}

const ofSouth = (ute: string) => ({ host: SOUTH, token: ute });

/** Deletion of studies, and their history. */
export const DELETED_STUDY_ROWS = {
  deleteStudy: [
    [
      'deletes it, also by its id; repeating it has no effect',
      async ({ server }) => {
        const { study: made } = await endedUpload(server);
        await server.asAda(`DELETE /api/studies-v2/${made.id}`);
        expect((await server.asAda(`GET /api/studies-v2/${made.uuid}`)).body.code).toBe('not_found');
        return server.asAda(`DELETE /api/studies-v2/${made.uuid}`);
      },
      204,
    ],
    [
      'refuses one that is still arriving',
      async ({ server }) => server.asAda(`DELETE /api/studies-v2/${(await registerUpload(server)).study.uuid}`),
      'study_arriving',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`DELETE /api/studies-v2/${await study(server)}`, ofSouth(ute)),
      'not_found',
    ],
    [
      'requires a team administrator',
      async ({ server, nell }) => server.ask(`DELETE /api/studies-v2/${await study(server)}`, { host: NORTH, token: nell }),
      'not_allowed',
    ],
  ],
  deleteStudies: [
    [
      'deletes all of them',
      async ({ server }) => {
        const studies = [await study(server), await study(server)];
        const answer = await server.asAda('POST /api/studies-v2/delete', { body: { studies } });
        const { body } = await server.asAda('POST /api/studies-v2/existing', { body: { uuids: studies } });
        expect(body.data).toEqual([]);
        return answer;
      },
      204,
    ],
    [
      'deletes none if one does not exist',
      async ({ server }) => {
        const uuid = await study(server);
        const answer = await server.asAda('POST /api/studies-v2/delete', { body: { studies: [uuid, randomUUID()] } });
        expect((await server.asAda(`GET /api/studies-v2/${uuid}`)).status).toBe(200);
        return answer;
      },
      'not_found',
    ],
  ],
  deletedStudies: [
    [
      'lists them with the person, the time and the days left',
      async ({ server }) => {
        const uuid = await deletedStudy(server);
        const answer = await server.asAda('GET /api/studies-v2/deleted');
        expect(answer.body.data[0]).toMatchObject({ uuid, deleted_by: 'ada', days_left: 30, deleted_at: expect.stringMatching(WIRE_DATE) });
        return answer;
      },
      200,
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await deletedStudy(server);
        return server.ask('GET /api/studies-v2/deleted', ofSouth(ute));
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
  ],
  restoreStudies: [
    [
      'brings them back; repeating it has no effect',
      async ({ server }) => {
        const uuid = await deletedStudy(server);
        const restore = () => server.asAda('POST /api/studies-v2/restore', { body: { studies: [uuid] } });
        await restore();
        expect((await server.asAda(`GET /api/studies-v2/${uuid}`)).status).toBe(200);
        return restore();
      },
      204,
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.ask('POST /api/studies-v2/restore', { ...ofSouth(ute), body: { studies: [await deletedStudy(server)] } }),
      'not_found',
    ],
  ],
  existingStudies: [
    [
      'names those that the team has [PCALL-45]',
      async ({ server }) => {
        const [kept, gone] = [await study(server), await deletedStudy(server)];
        const answer = await server.asAda('POST /api/studies-v2/existing', { body: { uuids: [kept, gone, randomUUID()] } });
        expect(answer.body.data).toEqual([kept]);
        return answer;
      },
      200,
    ],
    [
      'knows none of another team',
      async ({ server, ute }) => server.ask('POST /api/studies-v2/existing', { ...ofSouth(ute), body: { uuids: [await study(server)] } }),
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
  ],
  studyHistory: [
    [
      'tells who did what, newest first',
      async ({ server }) => {
        const uuid = await deletedStudy(server);
        await server.asAda('POST /api/studies-v2/restore', { body: { studies: [uuid] } });
        const answer = await server.asAda(`GET /api/studies-v2/${uuid}/history`);
        expect(answer.body.data.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
          'arrived',
          'deleted',
          'restored',
          'verified',
        ]);
        return answer;
      },
      200,
    ],
    [
      'finds what a person did by the name and by what happened [LIST-056]',
      async ({ server }) => {
        const uuid = await deletedStudy(server);
        await server.asAda('POST /api/studies-v2/restore', { body: { studies: [uuid] } });
        const found = async (search: string) =>
          (await server.asAda(`GET /api/studies-v2/${uuid}/history?search=${search}`)).body.data.map(({ kind }: { kind: string }) => kind);
        expect(await found('ADA%20deleted')).toEqual(['deleted']);
        expect((await found('ada')).toSorted()).toEqual(['arrived', 'deleted', 'restored']);
        expect(await found('nobody')).toEqual([]);
        return server.asAda(`GET /api/studies-v2/${uuid}/history?search=${'x'.repeat(201)}`);
      },
      'invalid',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/studies-v2/${await study(server)}/history`, ofSouth(ute)),
      'not_found',
    ],
  ],
} satisfies Rows;
