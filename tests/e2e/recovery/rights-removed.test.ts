import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { hashesOnServer, holdersOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { countOnDevice, expectOnServer, haltOnDevice, openDevice, type Device } from '#tests/e2e/support/device.ts';
import { expireSignIns, endUploadTokens, takeMembership } from '#tests/e2e/support/server-state.ts';
import { dropFolder, openUploadPage, signIn, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };
const ANNOTATOR = 'annotator@demo.test';

let device: Device;
let study: StudyFolder;

beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
afterEach(() => device.dispose());

/** In the middle of sending: two chunks are on the server. */
async function begin(email: string): Promise<void> {
  device = await openDevice();
  await device.begin(email);
  await dropFolder(device.page, study.path);
  await waitUntilOnDevice(device.page, study.series.length);
  await device.sendUntil(2);
}

/** As an administrator in another browser gives and takes it. */
async function annotatorsMayUpload(held: boolean): Promise<void> {
  const { status } = await device.server.request(`/api/roles/${ROLE.annotator}/permissions`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await bearerOf(device.server, DEMO.admin)}`, team: 'north' },
    body: { permission: 'r:upload-v2', held },
  });
  expect(status).toBe(200);
}

const uploadItem = () => device.page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Upload', exact: true });

describe('a permission that is removed during an upload', () => {
  it('stops the upload after the current chunks, closes the page, keeps every byte with a message, and lets it end when it is restored [ROUTE-034]', async () => {
    await begin(ANNOTATOR);
    const arrivedBefore = device.gate.arrived();
    const bytesBefore = await countOnDevice(device.page, 'segments');
    await annotatorsMayUpload(false);
    await device.page.waitForURL(`${device.team}/dashboard`);
    await device.page.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
    await uploadItem().waitFor({ state: 'hidden' });
    device.gate.open();
    await expect.poll(() => haltOnDevice(device.page), { timeout: 30_000 }).toEqual({ why: 'rights', code: 'not_allowed' });
    expect(device.gate.arrived() - arrivedBefore).toBeLessThanOrEqual(LIMITS.lanes);
    expect(await countOnDevice(device.page, 'segments')).toBe(bytesBefore);
    expect((await hashesOnServer(device.server.dataDir, HERON)).length).toBeLessThan(study.files);
    await device.page.getByRole('status').filter({ hasText: '1 study waits on this device. Nothing is lost' }).waitFor();

    await annotatorsMayUpload(true);
    await expectOnServer(device, study.path, HERON);
    await uploadItem().click();
    await uploadState(device.page, 'finished');
  });

  it('with the membership removes access to the team, and a returning member finds the upload continuing', async () => {
    await begin(ANNOTATOR);
    const giveBack = takeMembership(device.server, ANNOTATOR, 'north');
    // The answer as well: who is taken in again before the home page has it is led from there to the team.
    const ledOut = Promise.all([
      device.page.waitForURL((url) => url.origin === device.server.origin),
      device.page.waitForResponse(`${device.server.origin}/api/user`),
    ]);
    device.gate.open();
    await ledOut;
    expect((await hashesOnServer(device.server.dataDir, HERON)).length).toBeLessThan(study.files);
    giveBack();
    await device.page.goto(`${device.team}/upload-v2`);
    await uploadState(device.page, 'finished');
    await expectOnServer(device, study.path, HERON);
  });
});

describe('another team or user on the same device', () => {
  it('keeps the files of one team in that team, also when the user switches to another [PWA-25, PWA-46]', async () => {
    await begin('admin@demo.test');
    await device.page.goto(`${device.server.teamOrigin('south')}/upload-v2`);
    await uploadState(device.page, 'ready');
    device.gate.open();
    await expectOnServer(device, study.path, HERON);
    expect(await holdersOnServer(device.server.dataDir, HERON)).toEqual(['north  admin@demo.test']);
    expect(await countOnDevice(device.page, 'files')).toBe(0);
    await uploadState(device.page, 'ready');
  });

  /** After the end of a sign-in, the open page may leave for the sign-in form at any moment. */
  async function continueInAnotherTab(): Promise<void> {
    const tab = await device.context.newPage();
    await device.page.close();
    device.page = tab;
  }

  /** By its upload, which halts, or by any other call. The form is on the main domain, where nothing of the team can be read. */
  async function pageNoticed(): Promise<boolean> {
    if (new URL(device.page.url()).pathname === '/login') return true;
    return JSON.stringify(await haltOnDevice(device.page)) === JSON.stringify({ why: 'sign-in' });
  }

  it('shows another user nothing and sends nothing meanwhile, and continues with the owner [PWA-25, PWA-40]', async () => {
    await begin(ANNOTATOR);
    expireSignIns(device.server, ANNOTATOR);
    endUploadTokens(device.server);
    device.gate.open();
    await expect.poll(pageNoticed, { timeout: 30_000 }).toBe(true);

    await continueInAnotherTab();
    // Of this team as well, and allowed to upload.
    await signIn(device.page, device.server, 'admin@demo.test');
    const arrived = device.gate.arrived();
    const before = await hashesOnServer(device.server.dataDir, HERON);
    await openUploadPage(device.page, device.server);
    await device.page.evaluate(() => dispatchEvent(new Event('online')));
    await device.page.reload();
    await uploadState(device.page, 'ready');
    expect(await device.page.getByText('Quiet').count()).toBe(0);
    expect(device.gate.arrived()).toBe(arrived);
    expect(await hashesOnServer(device.server.dataDir, HERON)).toEqual(before);

    expireSignIns(device.server, 'admin@demo.test');
    await continueInAnotherTab();
    await signIn(device.page, device.server, ANNOTATOR);
    await device.page.goto(`${device.team}/upload-v2`);
    await uploadState(device.page, 'finished');
    await expectOnServer(device, study.path, HERON);
    expect(await holdersOnServer(device.server.dataDir, HERON)).toEqual([`north  ${ANNOTATOR}`]);
  });
});
