import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';

interface Registration {
  study: { patientName: string; series: { id: string; seriesInstanceUid: string; seriesNumber: number; sort: number }[] };
}

/** Two people look at one study, whose three series are of one acquisition: read from top to bottom. */
describe('the series of an acquisition', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let colleague: Page;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true, acquisitions: true })]);
    const uuid = await registerStudy();
    [page, colleague] = await Promise.all([enter(DEMO.annotator, uuid), enter(DEMO.admin, uuid)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  async function registerStudy(): Promise<string> {
    const bearer = await bearerOf(server, DEMO.annotator);
    const session = randomUUID();
    const ask = async (path: string, body: object) =>
      (await server.request(path, { method: 'POST', body, headers: { authorization: `Bearer ${bearer}`, team: 'north' } })).json();
    await ask('/api/c-upload', { action: 'prepare', id: session, started: 1 });
    const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as Registration;
    const [series] = body.study.series;
    body.study.patientName = 'Heron^Quiet';
    body.study.series = [1, 2, 3].map((number) => ({
      ...series!,
      ...{ id: `series-${number}`, idx: number - 1, seriesInstanceUid: `1.2.3.${number}`, seriesNumber: number, sort: number },
    }));
    const made = await ask('/api/upload/studies?version=2', { ...body, session_id: session });
    return (made as { study: { uuid: string } }).study.uuid;
  }
  async function enter(person: Person, uuid: string): Promise<Page> {
    const { page: own } = await people.newVisitor();
    await signIn(own, server, person);
    await own.goto(`${server.teamOrigin('north')}/studies-v2?study=${uuid}`);
    await item(own, 3).waitFor();
    return own;
  }
  const item = (of: Page, number: number) =>
    of
      .getByRole('dialog')
      .locator('[data-series] > button')
      .filter({ hasText: `${number} t2_tse_tra` });
  const numbers = async (of: Page): Promise<string[]> =>
    (await of.getByRole('dialog').locator('[data-series] > button').allInnerTexts()).map((text) => text.trim().slice(0, 1));

  it('are moved by keys, and everybody sees the new order [LIST-015, CALL-080]', async () => {
    await item(page, 3).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => numbers(page)).toEqual(['1', '3', '2']);
    await expect.poll(() => numbers(colleague)).toEqual(['1', '3', '2']);
  });

  it('are moved by buttons, which end at the first and the last place', async () => {
    await item(page, 3).click();
    await page.getByRole('button', { name: /^Move 3 .* up$/ }).click();
    await expect.poll(() => numbers(page)).toEqual(['3', '1', '2']);
    expect(await page.getByRole('button', { name: /^Move 3 .* up$/ }).isDisabled()).toBe(true);
  });

  it('are moved by dragging [LIST-016]', async () => {
    expect(await numbers(page)).toEqual(['3', '1', '2']);
    await item(page, 3).dragTo(item(page, 2));
    await expect.poll(() => numbers(page)).toEqual(['1', '2', '3']);
    await page.reload();
    await expect.poll(() => numbers(page)).toEqual(['1', '2', '3']);
  });
});
