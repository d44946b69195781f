import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { findTorch } from '#commands/test-services/torch.ts';
import type { Grid } from '#contract/grids.ts';
import { PERMISSIONS, ROLE } from '#contract/permissions.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import type { Click } from '#imaging/inference/clicks/click-channels.ts';
import { ClickSession } from '#imaging/inference/clicks/click-session.ts';
import { readChannel } from '#imaging/inference/nifti-channel.ts';
import { countVoxels, emptyBits, sameBits } from '#imaging/mask/bits/bits.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { partToPlace, type Part } from '#model/datasets/parts.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { putSeriesInto, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { boxToMask, maskToBox } from '#workers/inference/mask-box.ts';
import { CLICK_MANIFEST, clickNetwork } from '#tests/fixtures/click-network.ts';
import { nodeNetwork } from '#tests/fixtures/node-onnx.ts';
import { openTestServer, setPermissions, type Answered, type TestServer } from '#server/test-server.ts';

const python = findTorch();
const SIDE = 16;
const CLASSES = [
  { value: 1, title: 'Bright' },
  { value: 2, title: 'Dark' },
];

describe.skipIf(python === null)('workers/python with our server', () => {
  let server: TestServer;
  let folder: string;
  let team: number;
  let token: string;
  let ada: TestBench['eva'];
  let host: string;
  let worker: ChildProcess | null = null;
  let said = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-worker-'));
    server = await openTestServer('sqlite');
    Object.assign(server.context, { objects: await createLocalDisk(join(folder, 'objects')) });
    team = await server.addTeam('north');
    await setPermissions(server, ROLE.teamAdministrator, PERMISSIONS);
    const userId = await server.addUser('ada@example.org', { [team]: ROLE.teamAdministrator });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    host = `north.app.localhost:${(server.app.server.address() as AddressInfo).port}`;
    ({ token } = await server.signIn('ada@example.org'));
    const signIn = await server.db.read.selectFrom('sign_in').select('id').executeTakeFirstOrThrow();
    ada = { userId, signInId: signIn.id, teamId: team, teamSlug: 'north', permissions: new Set(PERMISSIONS), uploadId: null };
  });
  afterEach(async () => {
    if (worker?.exitCode === null) {
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(request: string, body?: unknown): Promise<Answered['body']> {
    const answer = await server.ask(request, { token, host, ...(body === undefined ? {} : { body }) });
    expect([request, answer.status, answer.body]).toEqual([request, 200, answer.body]);
    return answer.body.data;
  }

  function startWorker(key: string): void {
    const options = ['--server', `http://${host}`, '--name', 'test-1', '--work', join(folder, 'jobs'), '--threads', '1', '--device', 'cpu'];
    worker = spawn(python!, ['-m', 'lightship_worker', 'serve', ...options, '--memory-mb', '1000'], {
      cwd: join(CHECKOUT, 'workers/python'),
      env: { ...process.env, LIGHTSHIP_WORKER_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [worker.stdout!, worker.stderr!]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
  }

  async function store(name: string, bytes: Uint8Array): Promise<{ object_key: string; sha256: string; bytes: number }> {
    const object_key = `team-${team}/${name}`;
    await server.context.objects.write(object_key, bytes);
    return { object_key, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
  }

  /** A frozen version of balls in noise, as freezing leaves it. */
  async function freezeBalls(parts: readonly Part[]): Promise<string> {
    const now = server.clock.now;
    const structure = await server.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
    const uuid = randomUUID();
    // One stands for all: only whether they are still there counts.
    const study = await registerTestUpload({ context: server.context, eva: ada } as unknown as TestBench, { a: 1 });
    await server.db.write(async (tx) => {
      const dataset = await tx
        .insertInto('dataset')
        .values({
          ...{ team_id: team, uuid: randomUUID(), name: 'Balls', structure_id: structure.id },
          ...{ created_by: null, created_at: now, updated_at: now, last_version: 1 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const version = await tx
        .insertInto('dataset_version')
        .values({
          ...{ dataset_id: dataset.id, uuid, number: 1, title: 'First', state: 'frozen', failure: null, choice: '{}', left_out: '[]' },
          ...{ classes: JSON.stringify(CLASSES), channels: JSON.stringify(['T1']), faces_by: null, faces_at: null },
          ...{ created_by: null, created_at: now, updated_at: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const mask = await tx
        .insertInto('segmentation')
        .values({
          ...{
            uuid: randomUUID(),
            team_id: team,
            study_id: study.studyId,
            parent_id: null,
            structure_id: structure.id,
            user_id: ada.userId,
          },
          ...{ origin: 'drawn', rbac: 0, series_id: null, grid_hash: null, created_at: now, updated_at: now },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const [index, part] of parts.entries()) {
        const number = index + 1;
        const ball = balls(number);
        const stored = { image: await store(`image-${number}`, ball.image), label: await store(`label-${number}`, ball.mask) };
        await tx
          .insertInto('dataset_case')
          .values({
            ...{ version_id: version.id, number, study_id: study.studyId, study_uuid: randomUUID(), patient_uuid: randomUUID() },
            ...{ part: partToPlace(part), face: 0, segmentation_id: mask.id, segmentation_uuid: randomUUID(), operation_number: 1 },
            ...{ series_id: 1, grid_hash: '0'.repeat(64), segments: '[]', voxels: null, overlapping: 0, withdrawn_at: null },
            ...{ label_key: stored.label.object_key, label_sha256: stored.label.sha256, label_bytes: stored.label.bytes },
          })
          .execute();
        await tx
          .insertInto('dataset_image')
          .values({ version_id: version.id, number, channel: 0, series_uuid: randomUUID(), grid_hash: null, ...stored.image })
          .execute();
      }
    });
    return uuid;
  }

  /** A converted series with one more image of balls. */
  async function convertBalls(): Promise<string> {
    const bench = { context: server.context, eva: ada } as unknown as TestBench;
    const { studyUuid, studyId } = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.4' });
    await putSeriesInto(bench, 'converted');
    const { object_key, sha256, bytes } = await store('volume', balls(9).image);
    const series = await server.db.read.selectFrom('series').select('id').where('study_id', '=', studyId).executeTakeFirstOrThrow();
    const row = { object_key, sha256, size: bytes, name: 'a.nii', sidecar: null, converter: 'test', created_at: server.clock.now };
    await server.db.write((tx) =>
      tx
        .insertInto('volume')
        .values({ series_id: series.id, ...row })
        .execute(),
    );
    return studyUuid;
  }

  it(
    'trains on a frozen version, and its network becomes a version of the model, which it runs [AI-45, AI-48, AI-49]',
    { timeout: 300_000 },
    async () => {
      const { secret, key } = await ask('POST /api/ai-workers/keys', { uuid: randomUUID(), name: 'Room 1', engines: [] });
      const { id: structure } = await server.db.read
        .selectFrom('structure')
        .select('id')
        .where('slug', '=', 'liver')
        .executeTakeFirstOrThrow();
      const model = await ask('POST /api/ai2/model', {
        ...{
          uuid: randomUUID(),
          parent_id: null,
          name: 'Balls',
          code: 'balls',
          description: '',
          structure_id: structure,
          segments: CLASSES,
        },
      });
      const training = await ask('POST /api/ai2/ai-train', {
        ...{ uuid: randomUUID(), model_id: model.id, engine: 'unet', params: { seconds: 10, seed: 1 } },
        dataset_version: await freezeBalls(['train', 'train', 'train', 'validation', 'test']),
      });
      startWorker(secret);
      await ask(`POST /services/ai2/train/start/${training.id}`);
      await expect
        .poll(async () => (await ask(`GET /api/ai2/ai-train/${training.id}`)).state, { timeout: 240_000, interval: 500 })
        .toBe('complete');

      const ended = await ask(`GET /api/ai2/ai-train/${training.id}`);
      expect(ended.worker).toBe('test-1');
      expect(ended.rounds.length).toBeGreaterThan(0);
      expect(ended.previews).toHaveLength(2);
      expect(ended.report).toMatchObject({ engine: 'unet', seed: 1, heldOut: [{ part: 'validation' }, { part: 'test' }] });
      const [version] = (await ask(`GET /api/ai2/model/${model.id}`)).versions;
      expect(version).toMatchObject({ number: 1, state: 'ready', training: training.id });
      expect(version.manifest).toMatchObject({ engine: 'onnx', training: training.uuid, classes: CLASSES, trainedOn: { patients: 3 } });

      await ask(`POST /api/ai2/versions/${version.uuid}/promote`, { reason: 'It found the balls.' });
      const study = await convertBalls();
      await ask('POST /api/ai-infer-batches', { uuid: randomUUID(), title: 'All', model_id: model.id, studies: [study] });
      await expect
        .poll(async () => (await server.ask('GET /api/ai-infers', { token, host })).body.data[0].state, { timeout: 60_000, interval: 300 })
        .toBe('done');
      const [proposal] = await ask(`GET /api/studies/${study}/proposals`);
      const headers = { host, authorization: `Bearer ${token}` };
      const labels = await server.app.inject({ url: `/api/studies/${study}/proposals/${proposal.id}/labels`, headers });
      const voxels = gunzipSync(labels.rawPayload).subarray(352);
      expect(voxels).toHaveLength(SIDE ** 3);
      expect(proposal.summary.classes).toMatchObject(
        CLASSES.map((each) => ({ ...each, voxels: voxels.filter((value) => value === each.value).length })),
      );

      await ask(`DELETE /api/ai-workers/keys/${key.id}`);
      const [code] = (await once(worker!, 'exit')) as [number];
      expect([code, await readdir(join(folder, 'jobs'))]).toEqual([3, ['worker.lock']]);
      expect(said).toContain('does not accept the key');
      expect(said).not.toContain(secret);
    },
  );

  it(
    'answers clicks with the masks that a device computes, on a series whose volume is stored from another side [AI-95, AI-99]',
    { timeout: 120_000 },
    async () => {
      const { secret } = await ask('POST /api/ai-workers/keys', { uuid: randomUUID(), name: 'Room 1', engines: [] });
      const structure = await server.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
      const named = { name: 'Clicks', code: 'clicks', description: '', structure_id: structure.id, segments: CLASSES };
      const model = await ask('POST /api/ai2/model', { uuid: randomUUID(), parent_id: null, ...named });
      const [file, network] = [randomUUID(), clickNetwork()];
      const sha256 = createHash('sha256').update(network).digest('hex');
      const sent = await server.ask(`PUT /api/ai2/files/${file}/0?parts=1&sha256=${sha256}`, {
        ...{ token, host, payload: Buffer.from(network), headers: { 'content-type': 'application/octet-stream' } },
      });
      expect(sent.status).toBe(200);
      const manifest = CLICK_MANIFEST;
      const version = await ask(`POST /api/ai2/model/${model.id}/versions`, { uuid: randomUUID(), file, sha256, manifest });
      const study = await convertBalls();
      // The volume has its rows to the back; the slices that are drawn on have them to the front.
      const grid: Grid = {
        ...{ version: 1, step: [0, 0, 1], noVolume: null },
        planes: [{ columns: SIDE, rows: SIDE, spacing: [1, 1], orientation: [1, 0, 0, 0, -1, 0], frameOfReference: '1.2' }],
        slices: Array.from({ length: SIDE }, (_, slice) => ({ sop: `1.2.${slice}`, frame: 0, plane: 0, position: [0, SIDE - 1, slice] })),
      };
      const series = await server.db.read
        .selectFrom('series')
        .innerJoin('study', 'study.id', 'series.study_id')
        .select(['series.id', 'series.uuid'])
        .where('study.uuid', '=', study)
        .executeTakeFirstOrThrow();
      const hash = await server.db.write((tx) => storeGrid(tx, { seriesId: series.id, grid, now: server.clock.now }));
      const opening = { uuid: randomUUID(), series: series.uuid, version: version.uuid, grid: hash };
      const early = await server.ask(`POST /api/studies/${study}/click-sessions`, { token, host, body: opening });
      expect(early.body.code).toBe('no_worker_for_clicks');
      startWorker(secret);
      // Once the worker asks for clicks. The same session again is that session.
      const open = async () => (await server.ask(`POST /api/studies/${study}/click-sessions`, { token, host, body: opening })).status;
      await expect.poll(open, { timeout: 30_000 }).toBe(200);

      const space = voxelSpaceOf(grid)!;
      const volume = await readChannel(createMemorySource(new Uint8Array(balls(9).image)), 2 ** 30);
      if (!volume.ok) throw new Error(volume.why);
      const turned = volume.image.samples.map((_, at) => {
        const [column, row, slice] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
        return volume.image.samples[(slice * SIDE + SIDE - 1 - row) * SIDE + column]!;
      });
      const session = new ClickSession(
        { manifest, channels: [{ ...volume.image, samples: turned, space }], mostBytes: 1e9 },
        await nodeNetwork(network),
      );
      let mask = emptyBits(space.size);
      const clicks: Click[] = [];
      for (const [place, isInside] of [
        [[5, 8, 7], true],
        [[12, 6, 7], true],
        [[5, 8, 7], false],
      ] as const) {
        clicks.push({ place, isInside });
        const number = clicks.length;
        const body = { number, clicks: clicks.map((each) => ({ place: each.place, inside: each.isInside })), mask: await maskToBox(mask) };
        await ask(`POST /api/click-sessions/${opening.uuid}/prompts`, body);
        mask = await session.correct(mask, clicks);
        const answer = await ask(`GET /api/click-sessions/${opening.uuid}/prompts/${number}?waitSeconds=25`);
        expect([answer.state, answer.detail]).toEqual(['answered', '']);
        expect(sameBits((await boxToMask(answer.mask, space.size))!, mask)).toBe(true);
        expect(countVoxels(mask)).toBeGreaterThan(0);
      }
      await ask(`DELETE /api/click-sessions/${opening.uuid}`);
      await expect.poll(() => readdir(join(folder, 'jobs')), { timeout: 30_000 }).toEqual(['worker.lock']);
    },
  );
});

/** NIfTI of a bright and a dark ball in noise, and their label map. `seed` moves them. */
function balls(seed: number): { image: Uint8Array; mask: Uint8Array } {
  const centres = [
    [4 + (seed % 2), 6 + (seed % 3), 7],
    [11, 9 - (seed % 3), 7 + (seed % 2)],
  ] as const;
  const labelAt = (index: number): number => {
    const at = [index % SIDE, Math.floor(index / SIDE) % SIDE, Math.floor(index / SIDE ** 2)] as const;
    return centres.findIndex((centre) => Math.hypot(...centre.map((place, axis) => place - at[axis]!)) < 3.2) + 1;
  };
  const value = [100, 190, 40];
  const common = {
    dims: [SIDE, SIDE, SIDE],
    sform: [
      [-1, 0, 0, 0],
      [0, -1, 0, 0],
      [0, 0, 1, 0],
    ],
  };
  return {
    image: writeNifti({ ...common, voxel: (index) => value[labelAt(index)]! + ((index * 7919 * seed) % 23) - 11 }),
    mask: gzipSync(writeNifti({ ...common, datatype: 2, voxel: labelAt })),
  };
}
