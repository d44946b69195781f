import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { hashesOnServer, holdersOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { countOnDevice, expectOnServer, haltOnDevice, openDevice, type Device } from './at-a-device.ts';
import { revokeSignIns, revokeUploadTokens, takeMembership, takePermission } from './behind-the-page.ts';
import { dropFolder, openUploadPage, signIn, uploadState, waitUntilOnDevice } from './visit.ts';

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

/** What was under way is refused, and nothing is sent after it; every byte that is not proved is still here. */
async function expectStopped(code: string, words: string): Promise<void> {
  const arrivedBefore = device.gate.arrived();
  const bytesBefore = await countOnDevice(device.page, 'segments');
  device.gate.open();
  await expect.poll(() => haltOnDevice(device.page), { timeout: 30_000 }).toMatchObject({ why: 'failed', code });
  expect(device.gate.arrived() - arrivedBefore).toBeLessThanOrEqual(LIMITS.lanes);
  expect(await countOnDevice(device.page, 'segments')).toBe(bytesBefore);
  await device.page.getByRole('alert').filter({ hasText: words }).waitFor();
  await device.page.getByRole('button', { name: 'Try again' }).first().waitFor();
}

async function tryAgain(): Promise<void> {
  await device.page.getByRole('button', { name: 'Try again' }).first().click();
  await uploadState(device.page, 'finished');
  await expectOnServer(device, study.path, HERON);
}

describe('a right that is taken in the middle of sending', () => {
  it.each([
    [
      'permission',
      'not_allowed',
      'You may not upload to this team any more.',
      () => takePermission(device.server, ANNOTATOR, 'r:upload-v2'),
    ],
    ['membership', 'not_a_member', 'You are not a member of this team any more.', () => takeMembership(device.server, ANNOTATOR, 'north')],
  ])('stops the upload with words, keeps its bytes, and given back lets it end: %s', async (_, code, words, take) => {
    await begin(ANNOTATOR);
    const giveBack = take();
    await expectStopped(code, words);
    expect((await hashesOnServer(device.server.dataDir, HERON)).length).toBeLessThan(study.files);
    giveBack();
    await tryAgain();
  });
});

describe('another team or another person on the same device', () => {
  it('keeps what one team was given in that team, also when the person goes over to another', async () => {
    await begin('admin@demo.test');
    await device.page.goto(`${device.server.teamOrigin('south')}/upload-v2`);
    await uploadState(device.page, 'ready');
    device.gate.open();
    await expectOnServer(device, study.path, HERON);
    expect(await holdersOnServer(device.server.dataDir, HERON)).toEqual(['north  admin@demo.test']);
    expect(await countOnDevice(device.page, 'files')).toBe(0);
    await uploadState(device.page, 'ready');
  });

  it('shows another person nothing of it and sends nothing of it meanwhile; it goes on with its owner', async () => {
    await begin(ANNOTATOR);
    revokeSignIns(device.server, ANNOTATOR);
    revokeUploadTokens(device.server);
    device.gate.open();
    await expect.poll(() => haltOnDevice(device.page), { timeout: 30_000 }).toEqual({ why: 'sign-in' });
    const arrived = device.gate.arrived();
    const before = await hashesOnServer(device.server.dataDir, HERON);

    // Of this team as well, and allowed to upload.
    await signIn(device.page, device.server, 'admin@demo.test');
    await openUploadPage(device.page, device.server);
    await device.page.evaluate(() => dispatchEvent(new Event('online')));
    await device.page.reload();
    await uploadState(device.page, 'ready');
    expect(await device.page.getByText('Quiet').count()).toBe(0);
    expect(device.gate.arrived()).toBe(arrived);
    expect(await hashesOnServer(device.server.dataDir, HERON)).toEqual(before);

    revokeSignIns(device.server, 'admin@demo.test');
    await signIn(device.page, device.server, ANNOTATOR);
    await device.page.goto(`${device.team}/upload-v2`);
    await uploadState(device.page, 'finished');
    await expectOnServer(device, study.path, HERON);
    expect(await holdersOnServer(device.server.dataDir, HERON)).toEqual([`north  ${ANNOTATOR}`]);
  });
});
