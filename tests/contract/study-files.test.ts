import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as nodeFs from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { createBudget } from '#imaging/archive/budget.ts';
import { openArchive } from '#imaging/archive/open-archive.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeNiftiHeader } from '#imaging/nifti/write-nifti.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { removeMembership, saveMembership } from '#server/rules/teams/membership.ts';
import { receiptRoot } from '#server/rules/uploads/uploads-receipt.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import type { AnyJson, Asked } from '#server/test-server.ts';
import { NORTH, openContractServer, SOUTH, type ContractServer } from './contract-server.ts';
import { packFile, provedUpload, registerUpload, sendChunk, type Registered } from './upload-steps.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** In two chunks, so in two objects. */
const LONG = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 251));
const BORDER = 400;
const SHORT = Buffer.from('another file');
/** What is in them is the business of whoever made them. */
const BRICKS = Buffer.from('bricks of a volume');
const MINUTE = 60_000;

describe.each(TEST_ENGINES)('the files of a study on %s', (engine) => {
  let server: ContractServer;
  let upload: Registered;
  let ute: string;
  let tom: { token: string; userId: number };
  let ids: Record<'long' | 'short' | 'unproved', number>;
  let volume: { id: number; bytes: Buffer };

  beforeAll(async () => {
    server = await openContractServer(engine);
    await server.addUser('ute@example.org', { [server.teams.south]: 5 });
    ute = (await server.signIn('ute@example.org', SOUTH)).token;
    const userId = await server.addUser('tom@example.org', { [server.teams.north]: ROLE.member });
    tom = { userId, token: (await server.signIn('tom@example.org', NORTH)).token };
    upload = await registerUpload(server, (body) => {
      const [series] = body.study.series;
      Object.assign(series, { file_count: 2, seriesDescription: 'T2/sag: "Muster" <CON>' });
      // A second series that waits for its file.
      body.study.series.push({ ...series, id: 'series-2', idx: 1, file_count: 2, seriesNumber: 4 });
    });
    ids = await sendFiles();
    volume = await addVolume();
  });
  afterAll(() => server.close());

  async function sendFiles() {
    const whole = { size: LONG.length, sha256: sha256(LONG), name: 'IM*0001' };
    const head = LONG.subarray(0, BORDER);
    const tail = LONG.subarray(BORDER);
    const other = { file_id: 'f2', name: 'im*0001', size: SHORT.length, sha256: sha256(SHORT) };
    const chunks = [
      packFile(upload, { chunk: 0, bytes: head, change: { ...whole, offset: 0 } }),
      packFile(upload, { chunk: 1, bytes: tail, change: { ...whole, offset: BORDER } }),
      packFile(upload, { chunk: 2, bytes: SHORT, change: other }),
      packFile(upload, { chunk: 3, bytes: SHORT, change: { ...other, file_id: 'f3', serie_id: 'series-2' } }),
      packFile(upload, { chunk: 4, bytes: head, change: { ...whole, file_id: 'f4', serie_id: 'series-2', offset: 0 } }),
    ];
    for (const chunk of chunks) expect((await sendChunk(server, upload.token, chunk)).status).toBe(200);
    const rows = await server.db.read.selectFrom('file').select(['id', 'client_file_id', 'proved']).orderBy('client_file_id').execute();
    expect(rows.map((row) => [row.client_file_id, row.proved])).toEqual([
      ['f1', 1],
      ['f2', 1],
      ['f3', 1],
      ['f4', 0],
    ]);
    const idOf = (file: string) => rows.find((row) => row.client_file_id === file)!.id;
    return { long: idOf('f1'), short: idOf('f2'), unproved: idOf('f4') };
  }

  async function addVolume() {
    const header = writeNiftiHeader({ dims: [4, 3, 2] });
    const bytes = Buffer.concat([header, Buffer.alloc(48, 1)]);
    await server.context.objects.write('volume-1', bytes);
    await server.context.objects.write('bricks-1', BRICKS);
    const { id } = await server.db.write((tx) =>
      tx
        .insertInto('volume')
        .values({
          series_id: upload.series.id,
          name: '3_t2',
          object_key: 'volume-1',
          size: bytes.length,
          sha256: sha256(bytes),
          sidecar: null,
          converter: 'test',
          created_at: 0,
          bricks_key: 'bricks-1',
          bricks_size: BRICKS.length,
          bricks_sha256: sha256(BRICKS),
          bricks_tail: 4,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return { id, bytes };
  }

  /** The raw answer. */
  async function get(path: string, { host = NORTH, token = server.ada.token, headers = {} }: Asked = {}) {
    const answer = await server.app.inject({ method: 'GET', url: path, headers: { host, authorization: `Bearer ${token}`, ...headers } });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, code: codeOf(answer.body) };
  }
  const codeOf = (text: string): string | null => (text.startsWith('{"message"') ? (JSON.parse(text) as AnyJson).code : null);
  const ticket = async (body: unknown, token = server.ada.token) =>
    (await server.asAda('POST /api/studies-v2/downloads', { body, token })).body.url as string;
  const zipOf = async (bytes: Buffer) => {
    const items: string[] = [];
    for await (const item of openArchive(createMemorySource(bytes), 'a.zip', createBudget(bytes.length))) {
      if (item.kind === 'refused') throw new Error('The zip has something that cannot be read');
      const parts: Uint8Array[] = [];
      for await (const block of item.blocks()) parts.push(block);
      items.push(`${item.path} ${sha256(Buffer.concat(parts))}`);
    }
    return items;
  };

  describe('of a series', () => {
    it('are listed with their hashes, the verified ones only', async () => {
      const { body } = await server.asAda(`GET /api/studies-v2/series/${upload.series.uuid}/files`);
      expect(body.data.map((file: AnyJson) => [file.id, file.size, file.sha256])).toEqual([
        [ids.long, LONG.length, sha256(LONG)],
        [ids.short, SHORT.length, sha256(SHORT)],
      ]);
    });

    it('are in slice order once they are read', async () => {
      const place = (id: number, position: number | null) =>
        server.db.write((tx) => tx.updateTable('file').set({ position, frames: 1 }).where('id', '=', id).execute());
      await place(ids.short, 0);
      const listed = async () =>
        (await server.asAda(`GET /api/studies-v2/series/${upload.series.uuid}/files`)).body.data.map((file: AnyJson) => [
          file.id,
          file.position,
        ]);
      expect(await listed()).toEqual([
        [ids.short, 0],
        [ids.long, null],
      ]);
      await place(ids.long, 1);
      expect(await listed()).toEqual([
        [ids.short, 0],
        [ids.long, 1],
      ]);
    });

    it('are not found for another team', async () => {
      const asked = { host: SOUTH, token: ute };
      expect((await server.ask(`GET /api/studies-v2/series/${upload.series.uuid}/files`, asked)).body.code).toBe('not_found');
    });

    it('are returned with its volumes and their sizes', async () => {
      const { body } = await server.asAda(`GET /api/studies-v2/series/${upload.study.uuid}`);
      expect(body.data.map((series: AnyJson) => [series.proved, series.files, series.bytes])).toEqual([
        [2, 2, LONG.length + SHORT.length],
        [1, 2, SHORT.length + BORDER],
      ]);
      expect(body.data[0].volumes).toEqual([
        { id: volume.id, name: '3_t2', size: volume.bytes.length, dims: [4, 3, 2], bricks: { size: BRICKS.length, tail: 4 } },
      ]);
    });
  });

  describe('an original', () => {
    it('is returned whole, as it was verified', async () => {
      const { status, headers, bytes } = await get(`/api/studies-v2/files/${ids.long}`);
      expect([status, sha256(bytes)]).toEqual([200, sha256(LONG)]);
      expect(headers).toMatchObject({
        'content-type': 'application/dicom',
        'content-length': '1000',
        'accept-ranges': 'bytes',
        etag: `"${sha256(LONG)}"`,
        'cache-control': 'private, no-store',
      });
      expect(headers['content-disposition']).toBeUndefined();
    });

    it.each([
      ['before a piece boundary', 0, BORDER - 1],
      ['up to a piece boundary', BORDER - 10, BORDER - 1],
      ['across a piece boundary', BORDER - 1, BORDER],
      ['from a piece boundary on', BORDER, BORDER + 9],
      ['to the end', BORDER - 300, 999],
      ['its last byte', 999, 999],
    ])('is returned by range: %s', async (_where, first, last) => {
      const { status, headers, bytes } = await get(`/api/studies-v2/files/${ids.long}`, { headers: { range: `bytes=${first}-${last}` } });
      expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/1000`]);
      expect(bytes.equals(LONG.subarray(first, last + 1))).toBe(true);
    });

    it('has no range outside, and states its length', async () => {
      const { status, headers, code } = await get(`/api/studies-v2/files/${ids.long}`, { headers: { range: 'bytes=1000-' } });
      expect([status, headers['content-range'], code]).toEqual([416, 'bytes */1000', 'range_outside']);
    });

    it('is returned whole to a client with another version, and not again to one with this version', async () => {
      const path = `/api/studies-v2/files/${ids.long}`;
      expect((await get(path, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).bytes).toHaveLength(1000);
      const again = await get(path, { headers: { 'if-none-match': `"${sha256(LONG)}"` } });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    });

    it('that is not verified, or belongs to another team, is not found', async () => {
      expect((await get(`/api/studies-v2/files/${ids.unproved}`)).code).toBe('not_found');
      expect((await get(`/api/studies-v2/files/${ids.long}`, { host: SOUTH, token: ute })).code).toBe('not_found');
    });
  });

  describe('a thumbnail', () => {
    const PNG = Buffer.from('a small picture');
    const path = () => `/api/studies-v2/series/${upload.series.uuid}/thumbnail`;
    const saveReading = (thumbnail: { thumbnail_key: string | null; thumbnail_hash: string | null; thumbnail_bytes: number }) =>
      server.db.write(async (tx) => {
        await tx.deleteFrom('series_reading').execute();
        const read = { version: 1, facts: null, why: null, unread_files: 0, no_picture: null, read_at: 0 };
        await tx
          .insertInto('series_reading')
          .values({ series_id: upload.series.id, ...read, ...thumbnail })
          .execute();
      });

    it('is not found before its series was read, or when nothing could be drawn', async () => {
      expect((await get(path())).code).toBe('not_found');
      await saveReading({ thumbnail_key: null, thumbnail_hash: null, thumbnail_bytes: 0 });
      expect((await get(path())).code).toBe('not_found');
    });

    it('is returned as an image, and not again to a client that has it', async () => {
      await server.context.objects.write('thumbnail-1.png', PNG);
      await saveReading({ thumbnail_key: 'thumbnail-1.png', thumbnail_hash: sha256(PNG), thumbnail_bytes: PNG.length });
      const { status, headers, bytes } = await get(path());
      expect([status, bytes.equals(PNG)]).toEqual([200, true]);
      const etag = `"${sha256(PNG)}"`;
      expect(headers).toMatchObject({ 'content-type': 'image/png', etag, 'cache-control': 'private, no-store' });
      const again = await get(path(), { headers: { 'if-none-match': etag } });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    });

    it('is not found for another team', async () => {
      expect((await get(path(), { host: SOUTH, token: ute })).code).toBe('not_found');
    });
  });

  describe('a volume', () => {
    it('is returned whole and by range', async () => {
      const path = `/api/studies-v2/volumes/${volume.id}`;
      const whole = await get(path);
      expect([whole.status, whole.headers['etag'], whole.bytes.equals(volume.bytes)]).toEqual([200, `"${sha256(volume.bytes)}"`, true]);
      const range = await get(path, { headers: { range: 'bytes=-48' } });
      expect([range.status, range.bytes.equals(volume.bytes.subarray(-48))]).toEqual([206, true]);
    });

    it('is not found for another team', async () => {
      expect((await get(`/api/studies-v2/volumes/${volume.id}`, { host: SOUTH, token: ute })).code).toBe('not_found');
    });

    it('has bricks, whole and by range, with their hash as ETag, for its team only [ANN-54]', async () => {
      const path = `/api/studies-v2/volumes/${volume.id}/bricks`;
      const whole = await get(path);
      expect([whole.status, whole.headers['etag'], whole.bytes.equals(BRICKS)]).toEqual([200, `"${sha256(BRICKS)}"`, true]);
      const range = await get(path, { headers: { range: 'bytes=3-8' } });
      expect([range.status, range.headers['content-range'], range.bytes.equals(BRICKS.subarray(3, 9))]).toEqual([
        206,
        'bytes 3-8/18',
        true,
      ]);
      expect((await get(path, { headers: { 'if-none-match': `"${sha256(BRICKS)}"` } })).status).toBe(304);
      expect((await get(path, { host: SOUTH, token: ute })).code).toBe('not_found');
    });

    it('whose bytes are lost is an error before the response starts', async () => {
      const lost = await server.db.write((tx) =>
        tx
          .insertInto('volume')
          .values({
            series_id: upload.series.id,
            name: 'lost',
            object_key: 'volume-lost',
            size: 9,
            sha256: sha256(SHORT),
            sidecar: null,
            converter: 'test',
            created_at: 0,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      const { status, code } = await get(`/api/studies-v2/volumes/${lost.id}`);
      expect([status, code]).toEqual([500, 'fault']);
      const { body } = await server.asAda(`GET /api/studies-v2/series/${upload.study.uuid}`);
      expect(body.data[0].volumes.map((each: AnyJson) => [each.name, each.dims])).toEqual([
        ['3_t2', [4, 3, 2]],
        ['lost', null],
      ]);
      await server.db.write((tx) => tx.deleteFrom('volume').where('id', '=', lost.id).execute());
    });
  });

  describe('a download', () => {
    it('of a series is a zip of its originals, with portable file names', async () => {
      const url = await ticket({ kind: 'originals', series: upload.series.uuid });
      const { status, headers, bytes } = await get(url, { token: '' });
      expect(status).toBe(200);
      const short = upload.study.uuid.slice(0, 8);
      expect(headers['content-disposition']).toBe(`attachment; filename="MR_20261120_${short}_series-3.zip"`);
      expect([headers['content-type'], headers['content-length']]).toEqual(['application/zip', String(bytes.length)]);
      expect(await zipOf(bytes)).toEqual([
        `003 T2_sag_ _Muster_ _CON_/IM_0001 ${sha256(LONG)}`,
        `003 T2_sag_ _Muster_ _CON_/im_0001 (2) ${sha256(SHORT)}`,
      ]);
    });

    it('of a study is one zip, once all of it is verified', async () => {
      const refused = await server.asAda('POST /api/studies-v2/downloads', { body: { kind: 'originals', study: upload.study.uuid } });
      expect(refused.body.code).toBe('series_incomplete');
      const tail = { file_id: 'f4', serie_id: 'series-2', name: 'IM*0001', size: LONG.length, sha256: sha256(LONG), offset: BORDER };
      await sendChunk(server, upload.token, packFile(upload, { chunk: 5, bytes: LONG.subarray(BORDER), change: tail }));
      const { headers, bytes } = await get(await ticket({ kind: 'originals', study: upload.study.uuid }), { token: '' });
      expect(headers['content-disposition']).toContain(`MR_20261120_${upload.study.uuid.slice(0, 8)}.zip`);
      expect((await zipOf(bytes)).map((line) => line.split('/')[0])).toEqual([
        '003 T2_sag_ _Muster_ _CON_',
        '003 T2_sag_ _Muster_ _CON_',
        '004 T2_sag_ _Muster_ _CON_',
        '004 T2_sag_ _Muster_ _CON_',
      ]);
    });

    it('of a volume is the volume, under a name that identifies nobody', async () => {
      const { headers, bytes } = await get(await ticket({ kind: 'volume', volume: volume.id }), { token: '' });
      expect(headers['content-disposition']).toBe(`attachment; filename="MR_20261120_${upload.study.uuid.slice(0, 8)}_series-3.nii"`);
      expect(bytes.equals(volume.bytes)).toBe(true);
    });

    it('that the client aborts reads no further, closes its files, and uses up its ticket', async () => {
      const disk = await openCountedDisk();
      const before = server.context.objects;
      onTestFinished(async () => {
        server.context.objects = before;
        await disk.remove();
      });
      server.context.objects = disk.objects;
      await server.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = server.app.server.address() as AddressInfo;
      const cut = await provedUpload(server);
      // More than any buffer on the way takes, and no room on the disk: its bytes are a hole.
      const size = 512 * 1024 ** 2;
      await disk.enlarge('cut', size);
      await server.db.write(async (tx) => {
        const { id } = await tx.selectFrom('file').select('id').where('series_id', '=', cut.series.id).executeTakeFirstOrThrow();
        await tx.updateTable('file').set({ size }).where('id', '=', id).execute();
        await tx.updateTable('piece').set({ length: size, object_key: 'cut', object_offset: 0 }).where('file_id', '=', id).execute();
      });
      const url = await ticket({ kind: 'originals', series: cut.series.uuid });
      const [answer] = (await once(httpGet({ port, path: url, headers: { host: NORTH } }), 'response')) as [IncomingMessage];
      expect([answer.statusCode, Number(answer.headers['content-length']) > size]).toEqual([200, true]);
      let received = 0;
      for await (const bytes of answer) {
        received += (bytes as Buffer).length;
        // The head of the zip comes before the file is opened.
        if (received < 1024 ** 2) continue;
        expect(disk.open()).toBe(1);
        // Which lets go of the connection.
        break;
      }
      await expect.poll(disk.open).toBe(0);
      expect((await get(url)).code).toBe('not_found');
    });

    it('of a receipt is the receipt of that study', async () => {
      const { bytes } = await get(await ticket({ kind: 'receipt', study: upload.study.uuid }), { token: '' });
      const receipt = JSON.parse(bytes.toString()) as AnyJson;
      expect(receipt.studies.map((study: AnyJson) => study.studyUuid)).toEqual([upload.study.uuid]);
      expect(receipt.studies[0].root).toBe(receiptRoot(receipt.studies[0].files));
      expect(receipt.studies[0].files).toHaveLength(4);
    });

    it('is refused when the team has nothing with that id', async () => {
      const asked = { host: SOUTH, token: ute };
      for (const body of [
        { kind: 'originals', study: upload.study.uuid },
        { kind: 'originals', series: upload.series.uuid },
        { kind: 'volume', volume: volume.id },
        { kind: 'receipt', study: upload.study.uuid },
      ]) {
        expect((await server.ask('POST /api/studies-v2/downloads', { ...asked, body })).body.code).toBe('not_found');
      }
    });
  });

  describe('a download ticket', () => {
    const wanted = () => ({ kind: 'volume', volume: volume.id });

    it('works once', async () => {
      const url = await ticket(wanted());
      expect([(await get(url)).status, (await get(url)).code]).toEqual([200, 'not_found']);
    });

    it('is valid for a minute', async () => {
      const [inTime, late] = [await ticket(wanted()), await ticket(wanted())];
      server.clock.now += MINUTE - 1;
      expect((await get(inTime)).status).toBe(200);
      server.clock.now += 1;
      expect((await get(late)).code).toBe('not_found');
    });

    it('that was not issued opens nothing', async () => {
      expect((await get(`/api/downloads/${'a'.repeat(43)}`)).code).toBe('not_found');
    });

    it('is stored as a hash', async () => {
      const secret = (await ticket(wanted())).split('/').at(-1)!;
      const rows = await server.db.read.selectFrom('download_ticket').selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(secret);
    });

    it('opens nothing once its user has left the team, lost the permission, or signed out', async () => {
      const rights = { teamId: server.teams.north, userId: tom.userId };
      const left = await ticket(wanted(), tom.token);
      await removeMembership(server.context, rights);
      expect((await get(left)).code).toBe('not_a_member');

      await saveMembership(server.context, { ...rights, roleId: ROLE.member });
      const lost = await ticket(wanted(), tom.token);
      await server.db.write((tx) => tx.insertInto('role').values({ id: 91, name: 'Nothing', invitable: 0 }).execute());
      await saveMembership(server.context, { ...rights, roleId: 91 });
      expect((await get(lost)).code).toBe('not_allowed');

      await saveMembership(server.context, { ...rights, roleId: ROLE.member });
      const signedOut = await ticket(wanted(), tom.token);
      await server.ask('POST /api/logout', { host: NORTH, token: tom.token });
      expect((await get(signedOut)).code).toBe('signed_out');
    });

    it('is deleted a day after it expired', async () => {
      server.clock.now += 86_400_000 + 2 * MINUTE;
      await ticket(wanted());
      expect(await server.db.read.selectFrom('download_ticket').select('created_at').execute()).toHaveLength(1);
    });
  });
});

/** A disk that knows how many of its files are open. */
async function openCountedDisk() {
  const folder = await nodeFs.mkdtemp(join(tmpdir(), 'lightship-cut-'));
  const handles = new Set<nodeFs.FileHandle>();
  const open: typeof nodeFs.open = async (...asked) => {
    const handle = await nodeFs.open(...asked);
    handles.add(handle);
    const close = handle.close.bind(handle);
    handle.close = async () => {
      await close();
      handles.delete(handle);
    };
    return handle;
  };
  const objects = await createLocalDisk(folder, { fs: { ...nodeFs, open } });
  return {
    objects,
    open: () => handles.size,
    async enlarge(key: string, bytes: number) {
      await objects.write(key, Buffer.alloc(1));
      await nodeFs.truncate(join(folder, key), bytes);
    },
    remove: () => nodeFs.rm(folder, { recursive: true, force: true }),
  };
}
