import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { drag, isAllSent, makeSegment, openHalves, openMeasuredStudy, paneOf, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { SPACE_RULES, violationsOn } from '#tests/e2e/support/axe.ts';

interface Answer {
  id: number;
  uuid: string;
  name: string;
}

/** A scientist gives work to an annotator, whose work a reviewer decides on. Read from top to bottom. */
describe('reviews', () => {
  let opened: OpenedStudy;
  let annotator: Page;
  let reviewer: Page;
  let segmentation: string;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    annotator = opened.page;
    await makeSegment(annotator);
    const { page } = await opened.people.newVisitor();
    reviewer = page;
    await signIn(reviewer, opened.server, DEMO.reviewer);
    await reviewer.goto(`${opened.server.teamOrigin('north')}/reviews`);
    await reviewer.getByText('No reviews for you').waitFor();
    const number = await share();
    await openHalves(annotator, `${opened.address}?task_id=${number}`);
  });
  afterAll(() => opened.close());

  /** The annotator gets the work, and the reviewer a role on the segmentation. Returns the number of the task. */
  async function share(): Promise<number> {
    const { uuid: study } = opened;
    const [one, judge] = [await meOf(DEMO.annotator), await meOf(DEMO.reviewer)];
    const organized = (await ask(DEMO.annotator, `/api/annotator/studies/${study}`)) as { segmentations: Answer[] };
    const [made] = organized.segmentations;
    segmentation = made!.uuid;
    await ask(DEMO.annotator, `/api/annotator/segmentations/${study}/${made!.id}`, { method: 'PUT', body: { rbac: 1 } });
    const role = { segmentation_id: made!.id, user_id: judge.id, role_id: 3 };
    await ask(DEMO.annotator, '/api/segmentations/add-user-to-segmentation', { method: 'POST', body: role });
    const work = { kind: 'annotate', to: { person: one.id }, review_by: { person: judge.id }, due: null, note: 'Both lobes' };
    await ask(DEMO.scientist, '/api/tasks', { method: 'POST', body: { assignment: randomUUID(), studies: [study], ...work } });
    const { data } = (await ask(DEMO.annotator, '/api/tasks?today=2026-01-01&since=0')) as { data: Answer[] };
    return data[0]!.id;
  }
  const ask = async (by: Person, path: string, asked: { method?: string; body?: object } = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${await bearerOf(opened.server, by)}`, team: 'north' };
    return (await opened.server.request(path, { ...asked, headers })).json();
  };
  const meOf = async (person: Person) => (await ask(person, '/api/user')) as Answer;
  const foot = (page: Page): Locator => page.getByRole('region', { name: 'Task', exact: true });
  const row = (): Locator => reviewer.getByRole('table', { name: 'Reviews' }).getByRole('row').filter({ hasText: 'Liver' });
  const nextCase = async (): Promise<Page> => {
    await reviewer.getByRole('link', { name: 'Next case', exact: true }).waitFor();
    await reviewer.locator('#content').focus();
    const [tab] = await Promise.all([reviewer.waitForEvent('popup'), reviewer.keyboard.press('n')]);
    await tab.waitForURL('**/annotator/case/*?task_id=*&review=true');
    await foot(tab).getByText('Review · Liver').waitFor();
    return tab;
  };

  it('what was drawn and finished without a network arrives in this order [REVIEW-11, REVIEW-12]', async () => {
    await foot(annotator)
      .getByText(/Review by/)
      .waitFor();
    await annotator.locator('[data-pane="0"] [data-masks]').waitFor();
    await paneOf(annotator).focus();
    await annotator.keyboard.press('p');
    await drag(annotator, [20, 10], [40, 10]);
    await isAllSent(annotator);
    await annotator.context().setOffline(true);
    await drag(annotator, [20, 20], [40, 20]);
    await annotator.locator('[data-at="strokes-device"]').waitFor();
    await foot(annotator).getByRole('button', { name: 'Finish', exact: true }).click();
    await foot(annotator).getByText('done', { exact: true }).waitFor();
    await foot(annotator).getByText('on this device', { exact: true }).waitFor();
    await annotator.context().setOffline(false);
    await isAllSent(annotator);
    await foot(annotator).getByText('in review', { exact: true }).waitFor();
  });

  it('the review opens in the list of the reviewer, and goes back with a reason [REVIEW-13, REVIEW-15, REVIEW-16, ROUTE-026, SIDE-22]', async () => {
    await row().getByText('Round 1').waitFor();
    await reviewer.getByText('1 open review', { exact: true }).waitFor({ state: 'attached' });
    expect(await violationsOn(reviewer, SPACE_RULES)).toEqual([]);
    const tab = await nextCase();
    await paneOf(tab).and(tab.locator('[data-shown]')).waitFor();
    await tab.getByRole('tab', { name: /^Comments/, selected: true }).waitFor();
    await paneOf(tab).focus();
    await tab.keyboard.press('Shift+X');
    await foot(tab).getByRole('button', { name: 'Send back' }).click();
    await foot(tab).getByText('This field is required').waitFor();
    await foot(tab).getByRole('textbox', { name: 'What to change' }).fill('The left lobe is missing');
    await tab.keyboard.press('Control+Enter');
    await foot(tab)
      .getByText(/Changes needed: The left lobe is missing/)
      .waitFor();
    await tab.close();
    await row().waitFor({ state: 'detached' });
  });

  it('the work is corrected, reviewed again, and its state gets a name when it is approved [REVIEW-05, REVIEW-09, REVIEW-14]', async () => {
    await foot(annotator)
      .getByText(/The left lobe is missing/)
      .waitFor();
    await foot(annotator).getByText('sent back', { exact: true }).waitFor();
    await drag(annotator, [20, 40], [40, 40]);
    await paneOf(annotator).focus();
    await annotator.keyboard.press('Control+Enter');
    await foot(annotator).getByText('in review', { exact: true }).waitFor();
    await row().getByText('Round 2').waitFor();
    const tab = await nextCase();
    await foot(tab)
      .getByText(/^Round 1, .*: Changes needed: The left lobe is missing$/)
      .waitFor();
    await tab.locator('[data-at="strokes-server"]').getByText('3 strokes').waitFor();
    await paneOf(tab).focus();
    await tab.keyboard.press('Shift+Y');
    await foot(tab)
      .getByText(/: Accepted$/)
      .waitFor();
    await foot(annotator).getByText('done', { exact: true }).waitFor();
    const path = `/api/annotator/studies/${opened.uuid}/segmentations/${segmentation}/revisions`;
    const { data } = (await ask(DEMO.annotator, path)) as { data: { name: string; number: number }[] };
    expect(data.map(({ name, number }) => [name, number])).toEqual([[`Approved by ${(await meOf(DEMO.reviewer)).name}`, 3]]);
  });
});
