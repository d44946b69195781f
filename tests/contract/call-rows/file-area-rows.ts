import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newEntry } from '#server/rules/file-areas/areas.ts';
import { writeContent } from '#server/rules/file-areas/contents.ts';
import { makeFolders } from '#server/rules/file-areas/make-folders.ts';
import type { Asked } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { newVersion } from './ai-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const post = (server: ContractServer, call: string, body: unknown, asked: Asked = {}) =>
  server.asAda(`POST /services/cmd/${call}`, { body, ...asked });

/** A folder of team north, of its own. */
async function folder(server: ContractServer): Promise<string> {
  const path = `/north/${randomUUID()}`;
  await post(server, 'mkdir', { dir: path });
  return path;
}

/** A folder with a file of these bytes. */
async function filled(server: ContractServer, name = 'scan.nii', text = '0123456789'): Promise<{ dir: string; file: string }> {
  const dir = await folder(server);
  const { id: areaId } = await server.db.read
    .selectFrom('file_area')
    .select('id')
    .where('team_id', '=', server.teams.north)
    .executeTakeFirstOrThrow();
  const [bytes, key] = [Buffer.from(text), `files/area-${areaId}/${randomUUID()}`];
  await server.context.objects.write(key, bytes);
  await server.db.write(async (tx) => {
    const parent = await makeFolders(tx, { areaId, names: [dir.split('/').at(-1)!], now: server.clock.now });
    const pieces = [{ file_offset: 0, length: bytes.length, object_key: key, object_offset: 0 }];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const content_id = await writeContent(tx, { sha256, bytes: bytes.length, pieces }, server.clock.now);
    const entry = { ...newEntry({ areaId, name, at: server.clock.now }), parent_id: parent.id, content_id, bytes: bytes.length };
    await tx.insertInto('file_entry').values(entry).execute();
  });
  return { dir, file: `${dir}/${name}` };
}

const asUte = (ute: string): Asked => ({ host: SOUTH, token: ute });

/** The file manager: what its rules do with trees, jobs and bytes stands beside them. */
export const FILE_AREA_ROWS = {
  listFiles: [
    [
      'answers a folder, with or without a slash at its end [CALL-085, FM-003, FM-004, FM-011, ENT-51]',
      async ({ server }) => post(server, 'ls/', { dir: `${(await filled(server)).dir}/` }),
      200,
      ({ body }) => {
        expect(body.data).toMatchObject([
          { basename: 'scan.nii', filename: 'scan', extension: 'nii', isFile: true, size: 10, sizePretty: '10 B' },
        ]);
        expect(body.area).toMatchObject({ slug: 'north', limit: null });
      },
    ],
    [
      'answers the area of the server to a platform administrator alone [FM-015]',
      async ({ server }) => {
        expect((await post(server, 'ls', { dir: '/server' })).status).toBe(404);
        return post(server, 'ls', { dir: '/server' }, { host: NORTH, token: server.adam.token });
      },
      200,
      ({ body }) => expect(body.area).toMatchObject({ slug: 'server' }),
    ],
    [
      'answers another team’s administrator as if it was not there [FM-017]',
      async ({ server, ute }) => {
        const { dir } = await filled(server);
        const missing = await post(server, 'ls', { dir: '/nowhere/a' }, asUte(ute));
        const theirs = await post(server, 'ls', { dir }, asUte(ute));
        expect(theirs.text).toBe(missing.text);
        return theirs;
      },
      'not_found',
    ],
    ['answers a member without rights the same', ({ server, nell }) => post(server, 'ls', { dir: '/north' }, { token: nell }), 'not_found'],
    ['refuses a path that climbs out [FM-013]', ({ server }) => post(server, 'ls', { dir: '/north/../server' }), 'file_name_refused'],
  ],
  moveFiles: [
    [
      'renames to what was written [CALL-086, FM-005, FM-012]',
      async ({ server }) => {
        const { dir, file } = await filled(server);
        const answer = await post(server, 'mv', { paths: [file], to: 'Other name.nii' });
        expect((await post(server, 'ls', { dir })).body.data).toMatchObject([{ basename: 'Other name.nii' }]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toEqual({ ok: true, work: null }),
    ],
    [
      'asks about names that exist',
      async ({ server }) => {
        const [{ dir }, { file }] = [await filled(server), await filled(server)];
        return post(server, 'mv', { paths: [file], to: dir });
      },
      200,
      ({ body }) => expect(body).toEqual({ ok: false, conflicts: [{ kind: 'file', count: 1, examples: ['scan.nii'] }] }),
    ],
    [
      'does not move a folder into itself',
      async ({ server }) => {
        const dir = await folder(server);
        return post(server, 'mv', { paths: [dir], to: dir });
      },
      'folder_into_itself',
    ],
  ],
  copyFiles: [
    [
      'copies once, however often it is sent [CALL-087, FM-006]',
      async ({ server }) => {
        const { dir, file } = await filled(server);
        const body = { paths: [file], to: 'copy.nii', uuid: randomUUID() };
        await post(server, 'cp', body);
        const answer = await post(server, 'cp', body);
        expect((await post(server, 'ls', { dir })).body.data).toHaveLength(2);
        return answer;
      },
      200,
    ],
    ['does not find what is not there', ({ server }) => post(server, 'cp', { paths: ['/north/none'], to: 'a' }), 'not_found'],
  ],
  deleteFiles: [
    [
      'moves to the bin [CALL-088, FM-007]',
      async ({ server }) => {
        const { dir, file } = await filled(server);
        const answer = await post(server, 'rm', { paths: [file] });
        expect((await post(server, 'ls', { dir })).body.data).toEqual([]);
        return answer;
      },
      200,
    ],
    ['does not delete an area', ({ server }) => post(server, 'rm', { paths: ['/north'] }), 'invalid'],
  ],
  makeFolder: [
    ['makes a folder [CALL-089, FM-008]', ({ server }) => post(server, 'mkdir', { dir: `/north/${randomUUID()}` }), 200],
    ['not twice', async ({ server }) => post(server, 'mkdir', { dir: await folder(server) }), 'file_exists'],
    ['not under a name of a device', ({ server }) => post(server, 'mkdir', { dir: '/north/nul' }), 'file_name_refused'],
  ],
  unpackFile: [
    [
      'starts a work [CALL-090, FM-009]',
      async ({ server }) => {
        const { dir, file } = await filled(server, 'a.zip');
        return post(server, 'unzip', { path: dir, file });
      },
      200,
      ({ body }) => expect(body.work).toMatchObject({ kind: 'unzip', state: 'waiting', title: 'a.zip' }),
    ],
    [
      'does not unpack a folder',
      async ({ server }) => {
        const dir = await folder(server);
        return post(server, 'unzip', { path: dir, file: dir });
      },
      'not_a_file',
    ],
  ],
  packFiles: [
    [
      'starts a work [CALL-091, FM-010]',
      async ({ server }) => post(server, 'zip', { path: (await filled(server)).dir, file: 'all.zip' }),
      200,
      ({ body }) => expect(body.work).toMatchObject({ kind: 'zip', state: 'waiting', title: 'all.zip', entries_total: 1, by: 'ada' }),
    ],
    [
      'not over another file',
      async ({ server }) => post(server, 'zip', { path: (await filled(server)).dir, file: 'scan.nii' }),
      'file_exists',
    ],
  ],
  fileWorks: [
    [
      'lists works of the own areas [PCALL-201]',
      async ({ server, ute }) => {
        const { body } = await post(server, 'zip', { path: (await filled(server)).dir, file: 'all.zip' });
        const own = await server.asAda('POST /services/cmd/works');
        expect(own.body.data[0]).toMatchObject({ uuid: body.work.uuid, created_at: expect.stringMatching(WIRE_DATE) });
        return server.ask('POST /services/cmd/works', asUte(ute));
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['is for administrators', ({ server, nell }) => server.asAda('POST /services/cmd/works', { token: nell }), 'not_allowed'],
  ],
  cancelFileWork: [
    [
      'cancels one of the own areas [PCALL-202]',
      async ({ server, ute }) => {
        const { uuid } = (await post(server, 'zip', { path: (await filled(server)).dir, file: 'all.zip' })).body.work;
        expect((await post(server, 'works/cancel', { uuid }, asUte(ute))).status).toBe(404);
        return post(server, 'works/cancel', { uuid });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ state: 'cancelled' }),
    ],
  ],
  fileBin: [
    [
      'lists what was deleted, with the time that it has [PCALL-203]',
      async ({ server }) => {
        const { dir } = await filled(server);
        await post(server, 'rm', { paths: [dir] });
        return post(server, 'bin', { area: 'north' });
      },
      200,
      ({ body }) => expect(body.data[0]).toMatchObject({ isDir: true, size: 10, by: 'ada', until: expect.stringMatching(WIRE_DATE) }),
    ],
    ['not of another team', ({ server, ute }) => post(server, 'bin', { area: 'north' }, asUte(ute)), 'not_found'],
  ],
  restoreFiles: [
    [
      'puts it back to where it was [PCALL-204]',
      async ({ server, ute }) => {
        const { dir, file } = await filled(server);
        await post(server, 'rm', { paths: [file] });
        const [{ id }] = (await post(server, 'bin', { area: 'north' })).body.data;
        expect((await post(server, 'bin/restore', { ids: [id] }, asUte(ute))).status).toBe(404);
        const answer = await post(server, 'bin/restore', { ids: [id] });
        expect((await post(server, 'ls', { dir })).body.data).toHaveLength(1);
        return answer;
      },
      200,
    ],
    ['does not find what was never there', ({ server }) => post(server, 'bin/restore', { ids: [randomUUID()] }), 'not_found'],
  ],
  emptyBin: [
    [
      'removes for good, also when it is sent twice [PCALL-205]',
      async ({ server }) => {
        await post(server, 'rm', { paths: [(await filled(server)).dir] });
        await post(server, 'bin/empty', { area: 'north' });
        expect((await post(server, 'bin', { area: 'north' })).body).toEqual({ data: [], total: 0 });
        return post(server, 'bin/empty', { area: 'north' });
      },
      200,
    ],
    ['not of another team', ({ server, ute }) => post(server, 'bin/empty', { area: 'north' }, asUte(ute)), 'not_found'],
  ],
  prepareFileDownload: [
    [
      'gives an address for one use, under the name of the file [PCALL-206]',
      async ({ server }) => {
        const { file } = await filled(server, 'grün.nii');
        const { url } = (await post(server, 'download', { paths: [file] })).body;
        const answer = await server.ask(`GET ${url}`, { host: NORTH });
        expect((await server.ask(`GET ${url}`, { host: NORTH })).status).toBe(404);
        return answer;
      },
      200,
      ({ text, headers }) => {
        expect(text).toBe('0123456789');
        expect(headers['content-disposition']).toBe(`attachment; filename="gr_n.nii"; filename*=UTF-8''gr%C3%BCn.nii`);
      },
    ],
    [
      'not of another team’s file',
      async ({ server, ute }) => post(server, 'download', { paths: [(await filled(server)).file] }, asUte(ute)),
      'not_found',
    ],
  ],
  readFile: [
    [
      'answers bytes of a file [PCALL-207]',
      async ({ server }) => post(server, 'read', { path: (await filled(server)).file, offset: 8, length: 100 }),
      200,
      ({ text, headers }) => expect([text, headers['x-size']]).toEqual(['89', '10']),
    ],
    [
      'not beyond its end',
      async ({ server }) => post(server, 'read', { path: (await filled(server)).file, offset: 11, length: 1 }),
      'range_outside',
    ],
    ['not of a folder', async ({ server }) => post(server, 'read', { path: await folder(server), offset: 0, length: 1 }), 'not_a_file'],
  ],
  takeUpload: [
    [
      'starts a work for the files of an upload [PCALL-208]',
      async ({ server }) => {
        const { session } = (await server.asAda('POST /api/batch-upload', { body: { action: 'prepare' } })).body;
        return post(server, 'take', { session, dir: await folder(server), files: 2, uuid: randomUUID() });
      },
      200,
      ({ body }) => expect(body.work).toMatchObject({ kind: 'take', count: 2, entries_total: 2 }),
    ],
    [
      'not of an upload of somebody else',
      async ({ server, ute }) => {
        const { session } = (await server.ask('POST /api/batch-upload', { ...asUte(ute), body: { action: 'prepare' } })).body;
        return post(server, 'take', { session, dir: '/north', files: 1, uuid: randomUUID() });
      },
      'not_found',
    ],
  ],
  putIntoFiles: [
    [
      'starts a work that writes what a download gives [PCALL-230]',
      async ({ server }) => {
        const { version } = await newVersion(server);
        const body = { source: { kind: 'model', version: version.uuid }, uuid: randomUUID() };
        await post(server, 'put', body);
        return post(server, 'put', body);
      },
      200,
      ({ body }) => expect(body.work).toMatchObject({ kind: 'put', state: 'waiting', dir: '/north/exports', count: 1, by: 'ada' }),
    ],
    [
      'not a model of another team',
      async ({ server, ute }) => {
        const { version } = await newVersion(server);
        return post(server, 'put', { source: { kind: 'model', version: version.uuid }, uuid: randomUUID() }, asUte(ute));
      },
      'not_found',
    ],
    [
      'is for administrators of the team',
      async ({ server, nell }) => {
        const { version } = await newVersion(server);
        return post(server, 'put', { source: { kind: 'model', version: version.uuid }, uuid: randomUUID() }, { token: nell });
      },
      'not_allowed',
    ],
  ],
} satisfies Rows;
