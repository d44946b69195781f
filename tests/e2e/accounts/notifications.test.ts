import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { rowsOnDevice } from '#tests/e2e/support/device.ts';
import { writeNotifications } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import {
  dropFolder,
  openUploadPage,
  pressProcess,
  signIn,
  uploadState,
  waitForServiceWorker,
  waitUntilKept,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const BEFORE = 12;

/** One person with two tabs, who sends a study and is told so: read from top to bottom. */
describe('notifications and favorites', () => {
  let people: People;
  let server: TestServer;
  let folder: StudyFolder;
  let visitor: Visitor;
  let sending: Page;
  let other: Page;
  let bearer: string;

  beforeAll(async () => {
    [people, server, folder] = await Promise.all([
      openPeople(),
      startTestServer({ people: true }),
      createStudyFolder({ slicesPerSeries: 3, patientName: 'Heron^Quiet' }),
    ]);
    bearer = await bearerOf(server, DEMO.annotator);
    writeNotifications(server, DEMO.annotator.email, 'north', BEFORE);
    visitor = await people.newVisitor({ serviceWorker: true });
    sending = visitor.page;
    await signIn(sending, server);
    await openUploadPage(sending, server);
    other = await visitor.context.newPage();
    await other.goto(`${server.teamOrigin('north')}/studies-v2`);
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([server.dispose(), folder.remove()]);
  });

  const bell = (page: Page, unread: number): Locator =>
    page.getByRole('button', { name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`, exact: true });
  const panel = (page: Page): Locator => page.getByRole('dialog').getByRole('region', { name: 'Notifications' });
  const rows = (page: Page): Locator => panel(page).getByRole('listitem');
  const unseenOnServer = async (): Promise<number> => {
    const answer = await server.request('/api/notification', { headers: { authorization: `Bearer ${bearer}`, team: 'north' } });
    return (answer.json() as { notifications: { unseen: number } }).notifications.unseen;
  };
  const waitingMarks = (page: Page) => rowsOnDevice(page, 'outbox');

  it('a finished upload is shown live in every tab, and older notifications load ten by ten [NOTIF-04, NOTIF-08]', async () => {
    await bell(other, BEFORE).waitFor();
    await dropFolder(sending, folder.path);
    await uploadState(sending, 'preview');
    await waitUntilOnDevice(sending, folder.series.length);
    await pressProcess(sending);
    await uploadState(sending, 'finished');
    await bell(other, BEFORE + 1).waitFor();
    await bell(sending, BEFORE + 1).waitFor();

    await bell(other, BEFORE + 1).click();
    await rows(other).first().getByText('Upload finished!').waitFor();
    await rows(other).first().getByText('Every file is on the server and verified.').waitFor();
    await panel(other).getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows(other).count()).toBe(BEFORE + 1);
    await panel(other).getByRole('button', { name: 'Load more' }).waitFor({ state: 'hidden' });
  });

  it('a mark appears in the other tab and on the server, and can be undone [SIDE-12, NOTIF-01, NOTIF-09, NOTIF-11]', async () => {
    await rows(other)
      .nth(1)
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    await bell(sending, BEFORE).waitFor();
    await expect.poll(unseenOnServer).toBe(BEFORE);
    await rows(other)
      .nth(1)
      .getByRole('button', { name: /^Mark as unread/ })
      .click();
    await bell(sending, BEFORE + 1).waitFor();
    await expect.poll(unseenOnServer).toBe(BEFORE + 1);
    await expect.poll(() => waitingMarks(other)).toEqual([]);
  });

  it('offline the list shows its time, and marks wait on this device and survive the page [PWA-21]', async () => {
    await waitForServiceWorker(other);
    await other.reload();
    await bell(other, BEFORE + 1).waitFor();
    await waitUntilKept(other, '/api/notification');
    await visitor.context.setOffline(true);
    await bell(other, BEFORE + 1).click();
    await panel(other)
      .getByText(/^as of \d\d:\d\d$/)
      .waitFor();
    await rows(other)
      .nth(2)
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    await rows(other).nth(2).getByText('Saved when the server can be reached').waitFor();
    await bell(sending, BEFORE).waitFor();
    await other.reload();
    await bell(other, BEFORE).click();
    await rows(other).nth(2).getByText('Saved when the server can be reached').waitFor();
    expect(await unseenOnServer()).toBe(BEFORE + 1);

    await visitor.context.setOffline(false);
    await expect.poll(unseenOnServer, { timeout: 30_000 }).toBe(BEFORE);
    await expect.poll(() => waitingMarks(other)).toEqual([]);
    await rows(other).nth(2).getByText('Saved when the server can be reached').waitFor({ state: 'hidden' });
  });

  it('all are marked together, also those that are not on the page [NOTIF-02, NOTIF-10]', async () => {
    await panel(other).getByRole('button', { name: 'Mark all as read' }).click();
    await Promise.all([bell(other, 0).waitFor(), bell(sending, 0).waitFor()]);
    await expect.poll(unseenOnServer).toBe(0);
  });

  it('a click opens what it is about and closes the list, and keys do the same [NOTIF-25]', async () => {
    await rows(other).first().getByRole('link', { name: 'Upload finished!' }).click();
    await other.waitForURL((url) => url.pathname === '/studies-v2' && url.searchParams.has('bupload_id'));
    await panel(other).waitFor({ state: 'hidden' });
    await bell(other, 0).focus();
    await other.keyboard.press('Enter');
    await panel(other).waitFor();
    await other.keyboard.press('Escape');
    await panel(other).waitFor({ state: 'hidden' });
    await expect.poll(() => bell(other, 0).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('a favorite appears in every tab with its name, opens its study, and can be removed [SIDE-11, FAV-01, FAV-02, FAV-03, FAV-06, FAV-09, LIST-010]', async () => {
    const star = (page: Page): Locator => page.getByRole('button', { name: 'Favorite studies', exact: true });
    const favorites = (page: Page): Locator => page.getByRole('dialog').getByRole('region', { name: 'Favorite studies' });
    await star(sending).click();
    await favorites(sending).getByText('No items').waitFor();
    await other.getByRole('button', { name: 'Add Heron, Quiet to favorites' }).click();
    await other.getByRole('button', { name: 'Remove Heron, Quiet from favorites', pressed: true }).waitFor();
    await favorites(sending).getByRole('link', { name: 'Heron, Quiet' }).click();
    await sending.getByRole('dialog', { name: 'Heron, Quiet' }).waitFor();
    const uuid = new URL(sending.url()).searchParams.get('study');
    const stored = await other.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('favorites.'))?.[1]);
    expect(JSON.parse(stored ?? '')).toEqual([uuid]);

    await star(other).click();
    await favorites(other).getByRole('button', { name: 'Remove Heron, Quiet from favorites' }).click();
    await favorites(other).getByText('No items').waitFor();
    await other.keyboard.press('Escape');
    await other.getByRole('button', { name: 'Add Heron, Quiet to favorites', pressed: false }).waitFor();
  });
});
