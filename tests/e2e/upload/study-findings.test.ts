import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';

/** A study arrives without one of its slices, and two people look at it: read from top to bottom. */
describe('the findings of a study', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let colleague: Page;
  let uuid: string;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    const slices = createPhantomSeries({
      ...{ body: 'head', plane: 'axial', slices: 9, matrix: 64, seriesNumber: 2, seriesDescription: 'head axial' },
      study: { seed: 7, patientName: 'Heron^Quiet', patientId: 'T-7', patientSex: 'F', date: '20260102', time: '101500', description: '' },
    });
    uuid = await sendStudy(
      server,
      await bearerOf(server, DEMO.annotator),
      slices.toSpliced(4, 1).map(({ bytes }) => bytes),
    );
    [page, colleague] = await Promise.all([enter(DEMO.annotator), enter(DEMO.admin)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  async function enter(person: Person): Promise<Page> {
    const { page: own } = await people.newVisitor();
    await signIn(own, server, person);
    await own.goto(`${server.teamOrigin('north')}/studies-v2?study=${uuid}`);
    return own;
  }
  const finding = (of: Page): Locator => of.getByRole('dialog').locator('[data-finding="missing-slices"]');
  const series = (of: Page): Locator => of.getByRole('dialog').locator('[data-series]');

  it('stand with it and at its series, in words and numbers [QIN-15]', async () => {
    await finding(page)
      .getByText(/^2 head axial: 1 slice missing between 8, which are [\d.]+ mm apart\.$/)
      .waitFor();
    await series(page).getByText('Slices are missing').waitFor();
  });

  it('are accepted with a reason, which others see without a reload [QIN-10, QIN-15]', async () => {
    await finding(colleague).waitFor();
    await page.getByRole('button', { name: 'Accept: Slices are missing' }).click();
    await page.getByRole('textbox', { name: 'Why can the study be used as it is?' }).fill('Only the skull is used.');
    await page.getByRole('button', { name: 'Accept finding' }).click();
    await finding(page).getByText('Only the skull is used.').waitFor();
    await series(page).getByText('Slices are missing').waitFor({ state: 'hidden' });
    await finding(colleague).getByText('Only the skull is used.').waitFor();
  });

  it('are read without the server, and are not marked then [QIN-15]', async () => {
    await page.context().setOffline(true);
    await expect.poll(() => page.getByRole('button', { name: 'Open again: Slices are missing' }).isDisabled()).toBe(true);
    await finding(page).getByText('Only the skull is used.').waitFor();
    await page.context().setOffline(false);
  });

  it('narrow the list, until somebody has accepted them [QIN-12, QIN-15]', async () => {
    const filtered = `${server.teamOrigin('north')}/studies-v2?finding=missing-slices`;
    await page.goto(filtered);
    await page.getByText('No study matches').waitFor();
    await colleague.getByRole('button', { name: 'Open again: Slices are missing' }).click();
    await page.getByRole('row').filter({ hasText: 'Heron, Quiet' }).waitFor();
  });
});
