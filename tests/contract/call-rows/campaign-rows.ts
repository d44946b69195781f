import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

/** A reader of team north, without the right to administer. */
async function newReader(server: ContractServer): Promise<{ id: number; token: string }> {
  const email = `reads-${randomUUID()}@example.org`;
  const id = await server.addUser(email, { [server.teams.north]: 2 });
  return { id, token: (await server.signIn(email)).token };
}

/** A draft of Ada with one case and one reader. */
async function draft(server: ContractServer, more: AnyJson = {}) {
  const { study } = await registerUpload(server);
  const reader = await newReader(server);
  const { body: structures } = await server.asAda('GET /api/structures');
  const body = {
    ...{ base: 0, title: 'Readers', guideline: '', form: null, structure: structures.data[0].id, blinded: true },
    ...{ cases: [{ study: study.uuid, known: false }], readers: [reader.id], reads_per_case: 1, repeats: 0, reviewer: null, due: null },
    ...more,
  };
  const path = `campaigns/${randomUUID()}`;
  const { body: saved } = await server.asAda(`PUT /api/${path}`, { body });
  return { path, body, study, reader, campaign: saved.data as AnyJson };
}

async function running(server: ContractServer, more: AnyJson = {}) {
  const scene = await draft(server, more);
  await server.asAda(`POST /api/${scene.path}/start`);
  const { body } = await server.asAda(`GET /api/${scene.path}/reads`, { token: scene.reader.token });
  return { ...scene, read: body.data.reads[0] as AnyJson };
}

const foreign = (ute: string) => ({ host: SOUTH, token: ute });

/** Reading campaigns. */
export const CAMPAIGN_ROWS = {
  campaigns: [
    [
      'lists those that the caller leads or reads in [PCALL-130]',
      async ({ server, ute }) => {
        const { campaign, reader } = await running(server);
        const mine = await server.asAda('GET /api/campaigns');
        expect(mine.body.data).toContainEqual(expect.objectContaining({ uuid: campaign.uuid, you: ['lead'] }));
        const other = await server.ask('GET /api/campaigns', foreign(ute));
        expect(other.text).not.toContain(campaign.uuid);
        const read = await server.asAda('GET /api/campaigns', { token: reader.token });
        expect(read.body.data).toMatchObject([{ uuid: campaign.uuid, you: ['reader'], reads: { total: 1, done: 0, skipped: 0 } }]);
        return read;
      },
      200,
    ],
    ['requires r:reviews', ({ server, nell }) => server.asAda('GET /api/campaigns', { token: nell }), 'not_allowed'],
  ],
  campaignPeople: [
    [
      'answers members who can read [PCALL-131]',
      async ({ server }) => {
        const { id } = await newReader(server);
        const answer = await server.asAda('GET /api/campaigns/people');
        expect(answer.body.people.map((person: AnyJson) => person.id)).toContain(id);
        expect(answer.body.people.map(({ name }: AnyJson) => name)).not.toContain('nell');
        return answer;
      },
      200,
    ],
  ],
  saveCampaign: [
    [
      'is the same when it is sent twice [PCALL-132, CAMP-01]',
      async ({ server }) => {
        const { path, body, campaign } = await draft(server);
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body.data).toEqual(campaign);
        return answer;
      },
      200,
    ],
    [
      'changes only guideline and date once it has started',
      async ({ server }) => {
        const { path, body } = await running(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, base: 1, title: 'Other' } });
      },
      'campaign_started',
    ],
  ],
  campaign: [
    [
      'shows readers, cases and reads to whoever leads it [PCALL-133]',
      async ({ server }) => server.asAda(`GET /api/${(await running(server)).path}`),
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'running', cases: [{ number: 1 }], all_reads: [{ reader: 1, case: 1 }] }),
    ],
    [
      'is not for its readers',
      async ({ server }) => {
        const { path, reader } = await running(server);
        return server.asAda(`GET /api/${path}`, { token: reader.token });
      },
      'not_allowed',
    ],
    [
      'does not find that of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await running(server)).path}`, foreign(ute)),
      'not_found',
    ],
  ],
  startCampaign: [
    [
      'may be sent twice [PCALL-134]',
      async ({ server }) => {
        const { path } = await running(server);
        return server.asAda(`POST /api/${path}/start`);
      },
      200,
      ({ body }) => expect(body.data.all_reads).toHaveLength(1),
    ],
    ['says what is missing', async ({ server }) => server.asAda(`POST /api/${(await draft(server, { cases: [] })).path}/start`), 'invalid'],
  ],
  finishCampaign: [
    [
      'may be sent twice [PCALL-135]',
      async ({ server }) => {
        const { path } = await running(server);
        await server.asAda(`POST /api/${path}/finish`);
        return server.asAda(`POST /api/${path}/finish`);
      },
      200,
      ({ body }) => expect(body.data.state).toBe('finished'),
    ],
    ['is not for a draft', async ({ server }) => server.asAda(`POST /api/${(await draft(server)).path}/finish`), 'campaign_state'],
  ],
  removeCampaign: [
    [
      'deletes a draft, and may be sent twice [PCALL-136]',
      async ({ server }) => {
        const { path } = await draft(server);
        await server.asAda(`DELETE /api/${path}`);
        expect((await server.asAda(`GET /api/${path}`)).status).toBe(404);
        return server.asAda(`DELETE /api/${path}`);
      },
      204,
    ],
    ['is not for one that has reads', async ({ server }) => server.asAda(`DELETE /api/${(await running(server)).path}`), 'campaign_state'],
  ],
  agreement: [
    [
      'is empty before anything is read [PCALL-140]',
      async ({ server }) => server.asAda(`GET /api/${(await running(server)).path}/agreement`),
      200,
      ({ body }) => expect(body.data).toEqual({ fields: [], masks: [], read_masks: [], cases: [] }),
    ],
    [
      'is not for readers',
      async ({ server }) => {
        const { path, reader } = await running(server);
        return server.asAda(`GET /api/${path}/agreement`, { token: reader.token });
      },
      'not_allowed',
    ],
  ],
  reads: [
    [
      'answers the own reads of a reader [PCALL-137]',
      async ({ server }) => {
        const { path, reader } = await running(server);
        return server.asAda(`GET /api/${path}/reads`, { token: reader.token });
      },
      200,
      ({ body }) => expect(body.data.reads).toMatchObject([{ number: 1, state: 'open', started_at: null }]),
    ],
    ['is not for whoever leads it', async ({ server }) => server.asAda(`GET /api/${(await running(server)).path}/reads`), 'not_allowed'],
  ],
  moveRead: [
    [
      'starts a read, and may be sent twice [PCALL-138]',
      async ({ server }) => {
        const { path, reader, read } = await running(server);
        const body = { move: randomUUID(), act: 'start', spent_ms: 700 };
        await server.asAda(`PUT /api/${path}/reads/${read.uuid}`, { token: reader.token, body });
        return server.asAda(`PUT /api/${path}/reads/${read.uuid}`, { token: reader.token, body });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'started', spent_ms: 700 }),
    ],
    [
      'does not find the read of somebody else',
      async ({ server }) => {
        const { path, read } = await running(server);
        const other = await newReader(server);
        return server.asAda(`PUT /api/${path}/reads/${read.uuid}`, {
          token: other.token,
          body: { move: randomUUID(), act: 'start', spent_ms: 0 },
        });
      },
      'not_found',
    ],
  ],
  remindReaders: [
    [
      'tells those who have reads left [PCALL-139]',
      async ({ server }) => {
        const { path } = await running(server);
        return server.asAda(`POST /api/${path}/reminders`, { body: { reminder: randomUUID(), readers: [1] } });
      },
      200,
      ({ body }) => expect(body).toEqual({ told: 1 }),
    ],
  ],
} satisfies Rows;
