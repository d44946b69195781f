import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import type { AnyJson, Asked } from '#server/test-server.ts';
import { encodePng } from '#server/reading/png.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import type { Rows } from './rows.ts';

const wsidOf = ({ ada, teams, socketOf }: ContractServer): string => socketOf({ userId: ada.userId, teamId: teams.north });
const studies = (): AnyJson => structuredClone(firstAccepted(goldenOfCall('recogniseHeaders'), 'body') as AnyJson).studies;
const askHeaders = (server: ContractServer, { wsid = wsidOf(server), token = server.ada.token, host = NORTH, asked = studies() } = {}) =>
  server.ask(`POST /services/llm/prompts?wsid=${wsid}`, { host, token, body: { studies: asked } });

/** A black picture of four tiles. */
const PICTURE = encodePng({ width: 640, height: 160, pixels: new Uint8ClampedArray(640 * 160 * 4) });
const [STUDY, SERIES] = [randomUUID(), randomUUID()];

function formOf(fields: Record<string, string>, images: Record<string, Uint8Array>) {
  const border = 'a-border-between-parts';
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [`name="${name}"`, Buffer.from(value)] as const),
    ...Object.entries(images).map(
      ([name, bytes]) => [`name="${name}"; filename="grid.png"\r\nContent-Type: image/png`, Buffer.from(bytes)] as const,
    ),
  ].flatMap(([head, bytes]) => [Buffer.from(`--${border}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), bytes, Buffer.from('\r\n')]);
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${border}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${border}` },
  };
}

const askGrid = (server: ContractServer, image: Uint8Array = PICTURE, more: Record<string, string> = {}) =>
  server.asAda(
    'POST /services/llm/image-grid-recognition',
    formOf({ wsid: wsidOf(server), imageCount: '1', studyId_0: STUDY, series_0: JSON.stringify([SERIES]), ...more }, { image_0: image }),
  );

const prompt = (text = `Tell ${randomUUID()}.`, type = 'text') => ({ modality: 'MR', type, text, active: true });
const asAdam = (server: ContractServer, request: string, asked: Asked = {}) =>
  server.asAda(request, { token: server.adam.token, ...asked });
const createPrompt = (server: ContractServer, body: unknown = prompt()) => asAdam(server, 'POST /api/ai-prompts', { body });

/** What series are taken for, and what models are asked. */
export const RECOGNITION_ROWS = {
  recogniseHeaders: [
    [
      'answers an id that nobody guesses, and tells the connection that asked what the rules of the device say [REC-005, SOCK-14]',
      async ({ server }) => {
        server.told.length = 0;
        const answer = await askHeaders(server);
        await server.recognised();
        return answer;
      },
      200,
      ({ body }, { server }) => {
        const [{ i, s }] = studies();
        expect(body).toEqual({ data: [{ i, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }] });
        expect(server.told).toEqual([
          {
            to: wsidOf(server),
            event: 'upload:study:aiprompt:response',
            payload: { id: body.data[0].id, i, series: [{ ui: s[0].ui, acquisition: 'T2W', score: 0.91 }] },
          },
        ]);
      },
    ],
    ['refuses a connection that is not there', ({ server }) => askHeaders(server, { wsid: 'nobody-is-here' }), 'invalid'],
    [
      'refuses the connection of somebody else',
      ({ server }) => askHeaders(server, { wsid: server.socketOf({ userId: 4_000, teamId: server.teams.north }) }),
      'invalid',
    ],
    [
      'refuses a connection of the caller in another team',
      ({ server }) => askHeaders(server, { wsid: server.socketOf({ userId: server.ada.userId, teamId: server.teams.south }) }),
      'invalid',
    ],
    [
      'refuses what nobody asks by hand',
      async ({ server }) => {
        const asked = Array.from({ length: 50 }, () => studies()[0]);
        for (let turn = 0; turn < 5; turn += 1) await askHeaders(server, { asked });
        const answer = await askHeaders(server, { asked });
        await server.recognised();
        server.clock.now += 61_000;
        return answer;
      },
      'too_many',
    ],
    ['is for members', ({ server, ute }) => askHeaders(server, { token: ute }), 'not_a_member'],
    ['is for who may upload', ({ server, nell }) => askHeaders(server, { token: nell }), 'not_allowed'],
  ],
  recogniseGrids: [
    [
      'takes the form, and tells the connection that asked [REC-007, SOCK-15]',
      async ({ server }) => {
        server.told.length = 0;
        const answer = await askGrid(server);
        await server.recognised();
        return answer;
      },
      200,
      ({ body }, { server }) => {
        expect(body).toEqual({ accepted: 1 });
        const payload = { studyId: STUDY, series: [{ ui: SERIES, acquisition: 'NONE', score: 0 }] };
        expect(server.told).toEqual([{ to: wsidOf(server), event: 'upload:study:image-grid:analysis:response', payload }]);
      },
    ],
    [
      'says nothing of a picture that is none, or whose pixels are more than its tiles',
      async ({ server }) => {
        server.told.length = 0;
        const bomb = Buffer.from(PICTURE);
        const large = encodePng({ width: 641, height: 160, pixels: new Uint8ClampedArray(641 * 160 * 4) });
        const data = deflateSync(Buffer.alloc(50_000_000));
        const at = bomb.indexOf('IDAT');
        const length = Buffer.alloc(4);
        length.writeUInt32BE(data.length);
        const inflating = Buffer.concat([bomb.subarray(0, at - 4), length, Buffer.from('IDAT'), data, Buffer.alloc(4)]);
        for (const image of [Buffer.from('no picture'), large, inflating]) await askGrid(server, image);
        const answer = await askGrid(server, PICTURE.subarray(0, 60));
        await server.recognised();
        return answer;
      },
      200,
      (_, { server }) => {
        expect(server.told.map(({ event }) => event)).toEqual(['fault', 'fault', 'fault', 'fault']);
      },
    ],
    ['refuses another number of pictures than it says', ({ server }) => askGrid(server, PICTURE, { imageCount: '2' }), 'invalid'],
    ['refuses a connection of somebody else', ({ server }) => askGrid(server, PICTURE, { wsid: 'nobody-is-here' }), 'invalid'],
    ['refuses a picture above the limit', ({ server }) => askGrid(server, new Uint8Array(2 * 1024 * 1024 + 1)), 'too_large'],
    [
      'is for who may upload',
      ({ server, nell }) =>
        server.asAda('POST /services/llm/image-grid-recognition', { token: nell, body: { wsid: 'nobody-is-here', images: [] } }),
      'not_allowed',
    ],
  ],
  cancelRecognition: [
    [
      'answers 204, also where it has ended',
      async ({ server }) => {
        const { body } = await askHeaders(server);
        await server.recognised();
        return server.asAda(`POST /services/llm/cancel-prompt/${body.data[0].id}`);
      },
      204,
    ],
    ['refuses one that is not there', ({ server }) => server.asAda(`POST /services/llm/cancel-prompt/${randomUUID()}`), 'not_found'],
    [
      'refuses one of another team',
      async ({ server, ute }) => {
        const { body } = await askHeaders(server);
        await server.recognised();
        return server.ask(`POST /services/llm/cancel-prompt/${body.data[0].id}`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
  ],
  promptStub: [
    ['is a stub [REC-030]', ({ server }) => server.asAda('POST /services/llm/prompt/MR/text/1'), 'not_built'],
    ['is for members', ({ server, ute }) => server.ask('POST /services/llm/prompt/MR/text/1', { host: NORTH, token: ute }), 'not_a_member'],
  ],
  aiPrompts: [
    [
      'answers every version, which models are asked, and what is asked where none is active',
      async ({ server }) => {
        await createPrompt(server);
        return asAdam(server, 'GET /api/ai-prompts');
      },
      200,
      ({ body }) => {
        expect(body.data.length).toBeGreaterThan(0);
        expect(body.models).toEqual({ text: null, image: null });
        expect(body.built_in.text).toContain('T2W');
      },
    ],
    ['is for administrators [PERM-20]', ({ server, nell }) => asAdam(server, 'GET /api/ai-prompts', { token: nell }), 'not_allowed'],
  ],
  createAiPrompt: [
    [
      'makes the next version, which takes the place of the active one',
      async ({ server }) => {
        const { body: first } = await createPrompt(server);
        const second = await createPrompt(server);
        const { body: list } = await asAdam(server, 'GET /api/ai-prompts');
        const active = list.data.filter((one: AnyJson) => one.modality === 'MR' && one.type === 'text' && one.active);
        expect(active.map(({ id }: AnyJson) => id)).toEqual([second.body.id]);
        expect(second.body.version).toBe(first.version + 1);
        return second;
      },
      200,
    ],
    [
      'answers the same version for the same text',
      async ({ server }) => {
        const body = prompt();
        const [first, second] = [await createPrompt(server, body), await createPrompt(server, body)];
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
    ],
    ['is for administrators', ({ server, nell }) => server.asAda('POST /api/ai-prompts', { token: nell, body: prompt() }), 'not_allowed'],
  ],
  aiPrompt: [
    [
      'answers it with all versions of its modality and type, newest first',
      async ({ server }) => {
        const { body } = await createPrompt(server, prompt(undefined, 'image'));
        return asAdam(server, `GET /api/ai-prompts/${body.id}`);
      },
      200,
      ({ body }) => {
        expect(body.versions[0]).toEqual(body.prompt);
        expect(new Set(body.versions.map(({ type }: AnyJson) => type))).toEqual(new Set(['image']));
      },
    ],
    ['refuses one that is not there', ({ server }) => asAdam(server, 'GET /api/ai-prompts/4000000'), 'not_found'],
  ],
  saveAiPrompt: [
    [
      'takes a version out of use, and back into it, as often as it is sent',
      async ({ server }) => {
        const { body } = await createPrompt(server);
        const save = (active: boolean) => asAdam(server, `PUT /api/ai-prompts/${body.id}`, { body: { active } });
        expect((await save(false)).body.active).toBe(false);
        await save(true);
        return save(true);
      },
      200,
      ({ body }) => expect(body.active).toBe(true),
    ],
    [
      'refuses one that is not there',
      ({ server }) => asAdam(server, 'PUT /api/ai-prompts/4000000', { body: { active: true } }),
      'not_found',
    ],
  ],
  removeAiPrompt: [
    [
      'deletes a version, and does so once more',
      async ({ server }) => {
        const { body } = await createPrompt(server);
        await asAdam(server, `DELETE /api/ai-prompts/${body.id}`);
        expect((await asAdam(server, `GET /api/ai-prompts/${body.id}`)).status).toBe(404);
        return asAdam(server, `DELETE /api/ai-prompts/${body.id}`);
      },
      204,
    ],
    ['is for administrators', ({ server, nell }) => asAdam(server, 'DELETE /api/ai-prompts/1', { token: nell }), 'not_allowed'],
  ],
} satisfies Partial<Rows>;
