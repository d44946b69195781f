import { expect } from 'vitest';
import { notify } from '#server/rules/notifications/notify.ts';
import { studyToText } from '#server/rules/studies/study-text.ts';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { provedUpload, registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const ORDER = 'PUT /api/studies-v2/change-sort-for-acquisition';
const orderOf = (id: number, acquisitionCode = 'T2W') => ({ body: { series: [{ id, sort: 5 }], acquisitionCode } });

/** The id of a series that is a T2W. */
async function seriesOfT2w(server: ContractServer): Promise<number> {
  const { series } = await registerUpload(server, ({ study }: AnyJson) =>
    Object.assign(study.series[0], { acquisition_code: 'T2W', score: 1.1, sort: 3 }),
  );
  return series.id;
}

/** What CALL-039 is sent. */
const uuidOf = (server: ContractServer, p: string, more: object = {}) => server.asAda('POST /api/study/uuid', { body: { p }, ...more });

/** Lists of uploads and studies, and the way to one study. */
export const LIST_ROWS = {
  studyUuid: [
    [
      'answers the uuid of a study for its id [ODD-36]',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        const answer = await uuidOf(server, String(study.id));
        expect(answer.body).toEqual({ uuid: study.uuid });
        return answer;
      },
      200,
    ],
    [
      'answers it for the uuid, in capitals too [ODD-36]',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        const answer = await uuidOf(server, study.uuid.toUpperCase());
        expect(answer.body).toEqual({ uuid: study.uuid });
        return answer;
      },
      200,
    ],
    [
      'answers it for the text of a notification, which neither the id nor the uuid is [ODD-36, NOTIF-24]',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        await server.db.write((tx) =>
          notify(tx, {
            ...{ teamId: server.teams.north, userId: server.ada.userId, type: 'aiinfer.done' as const, section: 'ai' },
            ...{ description: '', url: `/case/${study.id}?task_id=2`, models: [study.id, 2], cause: study.uuid, now: server.clock.now },
          }),
        );
        const { p } = (await server.asAda('GET /api/notification')).body.notifications.data[0];
        expect([String(study.id), study.uuid]).not.toContain(p);
        const answer = await uuidOf(server, p);
        expect(answer.body).toEqual({ uuid: study.uuid });
        return answer;
      },
      200,
    ],
    [
      'does not find a study of another team, by whatever text',
      async ({ server, ute }) => {
        const { study } = await registerUpload(server);
        const south = { host: SOUTH, token: ute };
        for (const p of [study.uuid, studyToText(study.id)]) expect((await uuidOf(server, p, south)).body.code).toBe('not_found');
        return uuidOf(server, String(study.id), south);
      },
      'not_found',
    ],
    [
      'does not find a study that was deleted',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        await server.db.write((tx) => tx.updateTable('study').set({ deleted_at: server.clock.now }).where('id', '=', study.id).execute());
        return uuidOf(server, studyToText(study.id));
      },
      'not_found',
    ],
    ['does not find what no study has', ({ server }) => uuidOf(server, 'nonsense'), 'not_found'],
    ['does not find an empty text', ({ server }) => uuidOf(server, ''), 'not_found'],
    ['requires r:studies', ({ server, nell }) => uuidOf(server, '1', { token: nell }), 'not_allowed'],
    [
      'is for members',
      ({ server, ute }) => server.ask('POST /api/study/uuid', { host: NORTH, token: ute, body: { p: '1' } }),
      'not_a_member',
    ],
  ],
  sortSeries: [
    [
      'numbers the series of an acquisition from 1',
      async ({ server }) => server.asAda(ORDER, orderOf(await seriesOfT2w(server))),
      200,
      ({ body }) => expect(body.data).toEqual([{ id: expect.any(Number), sort: 1 }]),
    ],
    [
      'refuses a series of another acquisition',
      async ({ server }) => server.asAda(ORDER, orderOf(await seriesOfT2w(server), 'DWI')),
      'invalid',
    ],
    [
      'does not find a series of another team',
      async ({ server, ute }) => server.ask(ORDER, { host: SOUTH, token: ute, ...orderOf(await seriesOfT2w(server)) }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      async ({ server, nell }) => server.asAda(ORDER, { token: nell, ...orderOf(await seriesOfT2w(server)) }),
      'not_allowed',
    ],
  ],
  uploads: [
    [
      'answers 30 of a page, the newest first',
      async ({ server }) => {
        const { session } = await provedUpload(server);
        const answer = await server.asAda('GET /api/uploads');
        const { data, total, per_page, current_page } = answer.body;
        expect({ per_page, current_page }).toEqual({ per_page: 30, current_page: 1 });
        expect(total).toBeGreaterThanOrEqual(data.length);
        expect(data[0]).toMatchObject({
          session,
          user: 'ada',
          files: 1,
          proved: 1,
          studies: 1,
          series: 1,
          state: 'converting',
          progress: 'proved',
          name: 'Muster^Eva',
          receipt: true,
          errors: 0,
          created_at: expect.stringMatching(WIRE_DATE),
          sent_at: expect.stringMatching(WIRE_DATE),
        });
        return answer;
      },
      200,
    ],
    [
      'answers an empty page after the last',
      ({ server }) => server.asAda('GET /api/uploads?page=1000'),
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    [
      'finds those of the caller by name and progress',
      async ({ server }) => {
        await registerUpload(server, (body) => (body.study.patientName = 'Fundsache^Frida'));
        return server.asAda('GET /api/uploads?search=frida&mine=1&progress=sending');
      },
      200,
      ({ body }) => expect(body.data.map((row: AnyJson) => row.name)).toEqual(['Fundsache^Frida']),
    ],
    [
      'finds nothing where the search is SQL or a pattern',
      ({ server }) => server.asAda(`GET /api/uploads?search=${encodeURIComponent(`%' or 1=1 --`)}`),
      200,
      ({ body }) => expect(body.total).toBe(0),
    ],
    [
      'shows nothing of another team',
      ({ server, ute }) => server.ask('GET /api/uploads', { host: SOUTH, token: ute }),
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['refuses what is no page', ({ server }) => server.asAda('GET /api/uploads?page=0'), 'invalid'],
    ['refuses a word that no upload has', ({ server }) => server.asAda('GET /api/uploads?progress=done'), 'invalid'],
    ['is for who may see the history [HIST-003]', ({ server, nell }) => server.asAda('GET /api/uploads', { token: nell }), 'not_allowed'],
  ],
  studies: [
    [
      'answers 15 of a page, with the given fields [ENT-48, LIST-008]',
      async ({ server }) => {
        const { study } = await provedUpload(server);
        const answer = await server.asAda('GET /api/studies-v2');
        const { data, total, ...rest } = answer.body;
        expect(rest).toEqual({ per_page: 15, current_page: 1, project_state: null, folder: null });
        expect(total).toBeGreaterThanOrEqual(data.length);
        expect(data[0]).toMatchObject({
          uuid: study.uuid,
          data: { patientName: 'Muster^Eva' },
          modality: 'MR',
          bodyPart: { slug: 'prostate' },
          labels: [],
          anonymize: false,
          dirty: false,
          size: 8,
          created_at: expect.stringMatching(WIRE_DATE),
          updated_at: expect.stringMatching(WIRE_DATE),
          series: [{ files: 1, proved: 1, state: 'proved' }],
        });
        return answer;
      },
      200,
    ],
    [
      'finds the studies of one upload [LIST-020]',
      async ({ server }) => {
        const { session, study } = await registerUpload(server);
        const { id } = await server.db.read.selectFrom('upload').select('id').where('session', '=', session).executeTakeFirstOrThrow();
        const answer = await server.asAda(`GET /api/studies-v2?bupload_id=${id}`);
        expect(answer.body.data.map((row: AnyJson) => row.uuid)).toEqual([study.uuid]);
        return answer;
      },
      200,
    ],
    [
      'finds a name',
      async ({ server }) => {
        await registerUpload(server, (body) => (body.study.patientName = 'Findling^Fritz'));
        return server.asAda('GET /api/studies-v2?search=fritz%20findling');
      },
      200,
      ({ body }) => expect(body.data.map((row: AnyJson) => row.data.patientName)).toEqual(['Findling^Fritz']),
    ],
    [
      'finds nothing where the search is SQL or a pattern',
      ({ server }) => server.asAda(`GET /api/studies-v2?search=${encodeURIComponent(`%' or 1=1 --`)}`),
      200,
      ({ body }) => expect(body.total).toBe(0),
    ],
    [
      'finds those with a label, by its id and by a word of its name [LIST-017, LIST-021]',
      async ({ server }) => {
        const { study } = await registerUpload(server);
        const { body } = await server.asAda('POST /api/label', { body: { name: 'Zweite Prüfung', color: '#336699' } });
        await server.asAda(`POST /api/label/study/${study.uuid}/?id=${body.data.id}`);
        const found = await server.asAda(`GET /api/studies-v2?search=${encodeURIComponent('PRÜFUNG muster')}`);
        expect(found.body.data.map((row: AnyJson) => row.uuid)).toEqual([study.uuid]);
        const answer = await server.asAda(`GET /api/studies-v2?filter_id=${body.data.id}`);
        expect(answer.body.data.map((row: AnyJson) => row.uuid)).toEqual([study.uuid]);
        return answer;
      },
      200,
    ],
    [
      'of a project that is not there is empty and has no state',
      ({ server }) => server.asAda('GET /api/studies-v2?project=999999'),
      200,
      ({ body }) => expect([body.total, body.project_state]).toEqual([0, null]),
    ],
    [
      'of a project is for who may select projects, who alone reads the projects of a study',
      async ({ server }) => {
        await server.addUser('member@example.org', { [server.teams.north]: 1 });
        const { token } = await server.signIn('member@example.org');
        await registerUpload(server);
        expect((await server.asAda('GET /api/studies-v2', { token })).body.data[0]).not.toHaveProperty('projects');
        return server.asAda('GET /api/studies-v2?project=1', { token });
      },
      'not_allowed',
    ],
    [
      'finds by state, date, modality, body part, patient and member at once, in the order of names',
      async ({ server }) => {
        for (const name of ['Querfurt^Bea', 'Querfurt^Ada']) await registerUpload(server, (body) => (body.study.patientName = name));
        const { body } = await server.asAda('GET /api/studies-v2?search=querfurt&order=name');
        expect(body.data.map((row: AnyJson) => row.data.patientName)).toEqual(['Querfurt^Ada', 'Querfurt^Bea']);
        const [{ uuid, patient, modality, bodyPart, studyDate }] = body.data;
        const filters = { patient, modality, body_part: bodyPart.slug, state: 'receiving', user: String(server.ada.userId) };
        const query = new URLSearchParams({ ...filters, date_from: studyDate, date_to: studyDate, order: '-name' });
        const answer = await server.asAda(`GET /api/studies-v2?${query}`);
        expect(answer.body.data.map((row: AnyJson) => row.uuid)).toEqual([uuid]);
        return answer;
      },
      200,
    ],
    ['refuses an order that does not exist', ({ server }) => server.asAda('GET /api/studies-v2?order=size'), 'invalid'],
    [
      'shows nothing of another team',
      ({ server, ute }) => server.ask('GET /api/studies-v2', { host: SOUTH, token: ute }),
      200,
      ({ body }) => expect(body.total).toBe(0),
    ],
    ['refuses a bad page', ({ server }) => server.asAda('GET /api/studies-v2?page=first'), 'invalid'],
    ['is for who may see studies', ({ server, nell }) => server.asAda('GET /api/studies-v2', { token: nell }), 'not_allowed'],
  ],
  study: [
    [
      'answers a study by its UUID',
      async ({ server }) => server.asAda(`GET /api/studies-v2/${(await registerUpload(server)).study.uuid}`),
      200,
      ({ body }) => {
        expect(body.data.series).toHaveLength(1);
        expect(body.data.meta).toMatchObject({ patientSex: expect.any(String), studyInstanceUid: expect.any(String) });
      },
    ],
    [
      'answers a study by its id',
      async ({ server }) => server.asAda(`GET /api/studies-v2/${(await registerUpload(server)).study.id}`),
      200,
    ],
    ['does not find what is not there', ({ server }) => server.asAda('GET /api/studies-v2/999999999'), 'not_found'],
    [
      'does not find a study of another team',
      async ({ server, ute }) =>
        server.ask(`GET /api/studies-v2/${(await registerUpload(server)).study.uuid}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    ['takes the words of the path for no ids', ({ server }) => server.asAda('GET /api/studies-v2/series'), 'not_found'],
    ['is for who may see studies', ({ server, nell }) => server.asAda('GET /api/studies-v2/1', { token: nell }), 'not_allowed'],
  ],
  studySeries: [
    [
      'answers the series of a study by its UUID',
      async ({ server }) => server.asAda(`GET /api/studies-v2/series/${(await provedUpload(server)).study.uuid}`),
      200,
      ({ body }) => expect(body.data).toMatchObject([{ files: 1, proved: 1, bytes: 8, type: 'dcm', volumes: [] }]),
    ],
    [
      'answers them by its id',
      async ({ server }) => server.asAda(`GET /api/studies-v2/series/${(await provedUpload(server)).study.id}`),
      200,
    ],
    ['does not find what is not there', ({ server }) => server.asAda('GET /api/studies-v2/series/999999999'), 'not_found'],
    [
      'does not find a study of another team',
      async ({ server, ute }) =>
        server.ask(`GET /api/studies-v2/series/${(await provedUpload(server)).study.uuid}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    ['is for who may see studies', ({ server, nell }) => server.asAda('GET /api/studies-v2/series/1', { token: nell }), 'not_allowed'],
  ],
} satisfies Rows;
