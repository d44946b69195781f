import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { rowsOnDevice } from './at-a-device.ts';
import { writeNotifications } from './behind-the-page.ts';
import { openPeople, type People, type Visitor } from './people.ts';
import {
  dropFolder,
  openUploadPage,
  pressProcess,
  signIn,
  uploadState,
  waitForServiceWorker,
  waitUntilKept,
  waitUntilOnDevice,
} from './visit.ts';

const BEFORE = 12;

/** One person with two tabs, who sends a study and is told so: read from top to bottom. */
describe('what a person is told, and keeps at hand', () => {
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

  it('an upload that finished is told live in every tab, and older ones are loaded ten by ten', async () => {
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
    await rows(other).first().getByText('Every file is on the server, proved identical.').waitFor();
    await panel(other).getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => rows(other).count()).toBe(BEFORE + 1);
    await panel(other).getByRole('button', { name: 'Load more' }).waitFor({ state: 'hidden' });
  });

  it('a mark is in the other tab and on the server, and can be taken back', async () => {
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

  it('offline the list is read with its time, marks wait here for the server, and outlive the page', async () => {
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
    await rows(other).nth(2).getByText('The server hears of it later').waitFor();
    await bell(sending, BEFORE).waitFor();
    await other.reload();
    await bell(other, BEFORE).click();
    await rows(other).nth(2).getByText('The server hears of it later').waitFor();
    expect(await unseenOnServer()).toBe(BEFORE + 1);

    await visitor.context.setOffline(false);
    await expect.poll(unseenOnServer, { timeout: 30_000 }).toBe(BEFORE);
    await expect.poll(() => waitingMarks(other)).toEqual([]);
    await rows(other).nth(2).getByText('The server hears of it later').waitFor({ state: 'hidden' });
  });

  it('all are marked at once, also those that are not on the page', async () => {
    await panel(other).getByRole('button', { name: 'Mark all as read' }).click();
    await Promise.all([bell(other, 0).waitFor(), bell(sending, 0).waitFor()]);
    await expect.poll(unseenOnServer).toBe(0);
  });

  it('a press leads to what it is about, closes the list, and the keys do the same', async () => {
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

  it('a favorite is in every tab by its name, opens its study, and goes', async () => {
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
