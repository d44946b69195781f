import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { findTorch } from '#commands/test-services/torch.ts';
import { PERMISSIONS, ROLE } from '#contract/permissions.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createLabelMapMaker } from '#server/label-maps/label-map-maker.ts';
import { createChannelResampler } from '#server/label-maps/process-resampler.ts';
import { changeDatasetStudies, createDataset, movePatient } from '#server/rules/datasets/change-dataset.ts';
import { exportVersion } from '#server/rules/datasets/versions/export-version.ts';
import { freezeDataset } from '#server/rules/datasets/versions/freeze.ts';
import { createFreezeDatasetHandler } from '#server/rules/datasets/versions/freeze-job.ts';
import { confirmFaces } from '#server/rules/datasets/versions/versions.ts';
import { draw, makeMask, makeStudy } from '#server/rules/datasets/versions/versions-test-bench.ts';
import type { TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { openTestServer, setPermissions, TEST_PASSWORD, type TestServer } from '#server/test-server.ts';

const python = findTorch();

/** Changes one voxel of the only case and writes the mask back, twice; then once more over what was frozen. */
const SCRIPT = `
import sys
from lightship_dataset import MaskChanged, Server, open_dataset
address, team, email, password, path = sys.argv[1:]
server = Server(address, email, password, team)
with open_dataset(path) as dataset:
    [case] = dataset.cases
    mask = dataset.mask(case)
    print('same', server.put_mask(dataset, case, mask))
    mask.voxels[0, 0, 0] = 2 if mask.voxels[0, 0, 0] == 0 else 0
    print('back', server.put_mask(dataset, case, mask), server.put_mask(dataset, case, mask))
    mask.voxels[1, 0, 0] = 2
    try:
        server.put_mask(dataset, case, mask)
    except MaskChanged:
        print('changed')
    now, revision = server.mask(case.study, case.segmentation)
    print('now', revision, now.voxels.shape == mask.voxels.shape, bool((now.affine == mask.affine).all()), int(now.voxels[1, 0, 0]))
    print('over', server.put_mask(dataset, case, mask, revision=revision))
server.sign_out()
`;

describe.skipIf(python === null)('lightship_dataset.py with our server', () => {
  let server: TestServer;
  let folder: string;
  let bench: TestBench;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-masks-'));
    server = await openTestServer('sqlite');
    Object.assign(server.context, { objects: await createLocalDisk(join(folder, 'objects')) });
    const teamId = await server.addTeam('north');
    await setPermissions(server, ROLE.teamAdministrator, PERMISSIONS);
    const userId = await server.addUser('ada@example.org', { [teamId]: ROLE.teamAdministrator });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    await server.signIn('ada@example.org');
    const { id: signInId } = await server.db.read.selectFrom('sign_in').select('id').executeTakeFirstOrThrow();
    const eva = { userId, signInId, teamId, teamSlug: 'north', permissions: new Set(PERMISSIONS), uploadId: null };
    bench = { context: server.context, clock: server.clock, eva } as unknown as TestBench;
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function freeze(): Promise<{ zip: string; segmentation: string }> {
    const { context, eva } = bench;
    const { id } = await context.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
    const dataset = await createDataset(context, eva, { uuid: randomUUID(), name: 'Livers', structure_id: id });
    const study = await makeStudy(bench);
    const mask = await makeMask(bench, study, { titles: ['Liver', 'Tumour'] });
    await draw(bench, study, mask, (column) => column < 4);
    await draw(bench, study, mask, (column, row) => column === 2 && row === 2, { segment: 1 });
    await changeDatasetStudies(context, eva, dataset.id, { add: [study.uuid], remove: [] });
    const patient = await context.db.read.selectFrom('patient').select('uuid').executeTakeFirstOrThrow();
    await movePatient(context, eva, dataset.id, { uuid: patient.uuid, part: 'train' });
    const uuid = randomUUID();
    const choice = { masks: { rule: 'newest' as const }, picks: [], channels: [], without: [] };
    await freezeDataset(context, eva, dataset.id, { uuid, title: 'First', ...choice });
    const runner = startJobRunner(context.jobs, {
      'freeze-dataset': createFreezeDatasetHandler(context, { maker: createLabelMapMaker(), resampler: createChannelResampler() }),
    });
    await runner.idle();
    await runner.stop('wait');
    await confirmFaces(context, eva, { id: dataset.id, version: uuid });
    const zip = join(folder, 'set.zip');
    await writeFile(zip, await buffer((await exportVersion(context, eva, uuid)).stream(0, 0)));
    return { zip, segmentation: mask.uuid };
  }

  it(
    'writes masks of a frozen version back, over the state that was frozen and over no newer one [AI-56]',
    { timeout: 60_000 },
    async () => {
      const { zip, segmentation } = await freeze();
      const address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
      const { stdout } = await promisify(execFile)(python!, ['-c', SCRIPT, address, 'north', 'ada@example.org', TEST_PASSWORD, zip], {
        cwd: join(CHECKOUT, 'workers/python'),
      });
      expect(stdout.trim().split('\n')).toEqual(['same 2', 'back 3 3', 'changed', 'now 3 True True 1', 'over 4']);
      const rows = await server.db.read
        .selectFrom('mask_operation')
        .innerJoin('segmentation', 'segmentation.id', 'mask_operation.segmentation_id')
        .select(['number', 'kind', 'base', 'mask_operation.user_id'])
        .where('segmentation.uuid', '=', segmentation)
        .orderBy('number')
        .execute();
      expect(rows.slice(2)).toEqual([
        { number: 3, kind: 'bulk', base: 2, user_id: bench.eva.userId },
        { number: 4, kind: 'bulk', base: 3, user_id: bench.eva.userId },
      ]);
    },
  );
});
