import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileWork } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { openDevice, type Device } from '#tests/e2e/support/device.ts';
import { pagesOf } from '#tests/e2e/support/page-steps.ts';
import { areaFiles } from '#tests/support/area-files.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';

/** Six chunks and a small file. */
const GIVEN = { 'large.txt': randomBytes(18_000_000).toString('base64'), 'notes.txt': 'same words' };

describe('an upload into a file area goes on in the service worker, with no page open,', () => {
  let device: Device;
  let disk: string;
  let files: ReturnType<typeof areaFiles>;

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'area-upload-'));
    for (const [name, text] of Object.entries(GIVEN)) await writeFile(join(disk, name), text);
  });
  afterAll(() => rm(disk, { recursive: true, force: true }));
  beforeEach(async () => {
    device = await openDevice();
    files = areaFiles(device.server, await bearerOf(device.server, DEMO.admin));
    await device.begin(DEMO.admin.email);
    await device.page.goto(`${device.team}/admin/commander`);
    await device.page.getByRole('grid', { name: 'Left pane, /north' }).waitFor();
    device.gate.holdAfter(1);
    const chosen = Object.keys(GIVEN).map((name) => join(disk, name));
    await device.page.locator('input[type=file][aria-label="Upload"]').setInputFiles(chosen);
    await device.page.getByText('You can close this page.').waitFor();
    await device.gate.waitForAnswers(1);
    await device.gate.waitForArrivals(1 + LIMITS.lanes);
  });
  afterEach(() => device.dispose());

  it('once its only tab is closed [FM-040]', async () => {
    await device.page.close();
    await expectTheRest();
  });

  it('after the browser was killed and started [FM-040]', async () => {
    await device.killAndStart();
    await expectTheRest();
  });

  async function expectTheRest(): Promise<void> {
    expect(pagesOf(device.context, device.server)).toEqual([]);
    device.gate.open();
    const works = async () => (await files.call<{ data: FileWork[] }>('works', {})).data.map(({ kind, state }) => ({ kind, state }));
    await expect.poll(works, { timeout: 90_000 }).toEqual([{ kind: 'take', state: 'done' }]);
    expect(pagesOf(device.context, device.server)).toEqual([]);
    expect(await files.names('/north')).toEqual(Object.keys(GIVEN));
    for (const [name, text] of Object.entries(GIVEN)) expect((await files.read(`/north/${name}`)) === text, name).toBe(true);
  }
});
