import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agreement, Campaign } from '#contract/campaigns.ts';
import type { FormDefinition, StudyForms } from '#contract/forms.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { waitForServiceWorker, waitUntilKept } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';

const GRADES = ['1', '2', '3', '4', '5'].map((key) => ({ key, text: key, code: null }));
const FORM: FormDefinition = {
  sections: [
    {
      ...{ scope: 'study', title: 'Study' },
      fields: [
        {
          ...{ kind: 'choice', key: 'quality', label: 'Image quality', hint: '', code: null, required: true, shownWhen: null },
          ...{ several: false, options: GRADES, rule: null },
        },
      ],
    },
  ],
};
/** What each reader says of cases 1, 2 and 3. The first reader is sent back case 2, and then says 2. */
const [FIRST, SECOND] = [
  ['4', '3', '5'],
  ['4', '2', '3'],
] as const;

/** Two readers, one of them without a network, and a reviewer: read from top to bottom. */
describe('the story of a campaign', () => {
  let server: TestServer;
  let people: People;
  let studies: string[];
  let lead: Page;
  let reader: Page;
  let away: Visitor;
  let reviewer: Page;
  const campaign = randomUUID();
  /** Each person signs in once: the server refuses many sign-ins. */
  const bearers = new Map<Person, Promise<string>>();

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
    studies = [];
    const bearer = await bearerOf(server, DEMO.annotator);
    for (const seed of [1, 2, 3]) {
      const study = { seed, patientId: `P-${seed}`, patientSex: 'F', date: '20260102', time: '101500', description: 'Head' } as const;
      const series = createPhantomSeries({
        ...{ body: 'head', contrast: 't2', plane: 'axial', slices: 3, matrix: 32, seriesNumber: 3, seriesDescription: 't2 tra' },
        study: { ...study, patientName: `Heron^${seed}` },
      });
      studies.push(
        await sendStudy(
          server,
          bearer,
          series.map(({ bytes }) => bytes),
        ),
      );
    }
    const project = (await ask(DEMO.scientist, 'POST', 'project', { uuid: randomUUID(), name: 'Readers' })) as { id: number };
    await ask(DEMO.scientist, 'POST', `project/${project.id}/studies`, { add: studies });
    await ask(DEMO.scientist, 'PUT', `project/${project.id}/forms/${randomUUID()}`, { base: 0, title: 'Quality', definition: FORM });
    await ask(DEMO.scientist, 'PUT', `campaigns/${campaign}`, {
      ...{ base: 0, title: 'Head readers', guideline: '', form: null, structure: null, blinded: true, repeats: 0, due: null },
      cases: studies.map((study) => ({ study, known: false })),
      ...{ readers: [await idOf(DEMO.annotator), await idOf(DEMO.admin)], reads_per_case: 2, reviewer: await idOf(DEMO.reviewer) },
    });
    away = await people.newVisitor({ serviceWorker: true });
    await signIn(away.page, server, DEMO.admin);
    [lead, reader, reviewer] = await Promise.all([enter(DEMO.scientist), enter(DEMO.annotator), enter(DEMO.reviewer)]);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  async function enter(person: Person): Promise<Page> {
    const { page } = await people.newVisitor();
    await signIn(page, server, person);
    return page;
  }
  async function ask(by: Person, method: string, path: string, body?: object): Promise<unknown> {
    const bearer = bearers.get(by) ?? bearerOf(server, by);
    bearers.set(by, bearer);
    const headers = { authorization: `Bearer ${await bearer}`, team: 'north' };
    const answer = await server.request(`/api/${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`);
    return answer.json();
  }
  const idOf = async (person: Person) => ((await ask(person, 'GET', 'user')) as { id: number }).id;
  const open = (page: Page, path: string) => page.goto(`${server.teamOrigin('north')}${path}`);
  const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });
  const chosen = (page: Page) => page.getByRole('radiogroup', { name: 'Image quality' }).locator('[aria-checked="true"]');
  const foot = (page: Page) => page.getByRole('region', { name: 'Reading', exact: true });

  /** Opens the next case from the page of the campaign. */
  async function begin(page: Page, name: string): Promise<void> {
    const start = page.getByRole('link', { name, exact: true });
    await page.goto(new URL((await start.getAttribute('href'))!, page.url()).href);
  }
  /** Answers the case that is shown by keyboard and goes on. */
  async function read(page: Page, number: number, values: readonly string[]): Promise<void> {
    await page.getByRole('heading', { name: `Case ${number} of 3` }).waitFor();
    const value = values[studies.indexOf(new URL(page.url()).pathname.split('/').at(-1)!)]!;
    await foot(page).getByText('1 open').waitFor();
    expect(await chosen(page).count()).toBe(0);
    await page.getByRole('tab', { name: 'Form', exact: true }).focus();
    for (const key of ['Enter', 'Tab', value, 'Control+Enter']) await page.keyboard.press(key);
  }
  /** Authors of what a person sees of a case: segmentations, and answers to forms. */
  async function authors(person: Person, study: string): Promise<(string | undefined)[][]> {
    const { segmentations } = (await ask(person, 'GET', `annotator/studies/${study}`)) as { segmentations: { user: { name: string } }[] };
    const { data } = (await ask(person, 'GET', `annotator/studies/${study}/forms`)) as { data: StudyForms };
    return [segmentations, data.answers].map((made) => made.map(({ user }) => user?.name));
  }
  const done = async () => ((await ask(DEMO.scientist, 'GET', `campaigns/${campaign}`)) as { data: Campaign }).data.reads.done;

  it('its draft needs a result, and gets the form of a project [CAMP-31, CAMP-33]', async () => {
    await open(lead, '/reviews');
    await lead.locator('#content').getByRole('link', { name: 'Campaigns', exact: true }).click();
    await lead.getByRole('link', { name: 'Head readers' }).click();
    await button(lead, 'Start…').click();
    await button(lead, 'Start campaign').click();
    const form = lead.getByRole('combobox', { name: 'Form' });
    await lead.getByText('Choose a form or a structure: a read needs a result.').waitFor();
    expect(await form.getAttribute('aria-invalid')).toBe('true');
    await form.click();
    await lead.getByRole('option', { name: 'Quality · Readers', exact: true }).click();
    await lead.getByRole('combobox', { name: 'Structure' }).fill('Liver');
    await lead.getByRole('option', { name: 'Liver', exact: true }).click();
    await button(lead, 'Start…').click();
    await button(lead, 'Start campaign').click();
    await lead.getByRole('table').getByText('0 / 3').first().waitFor();
  });

  it('a reader answers all cases by keyboard, in one window [CAMP-06, CAMP-40, FORM-17, SCREEN-08]', async () => {
    await open(reader, `/reviews/campaigns/${campaign}`);
    await begin(reader, 'Start reading');
    await button(reader, 'Layout').click();
    const second = reader.getByRole('menuitem', { name: /^Open a second window/ });
    await second.getByText('whose time would count twice').waitFor();
    expect(await second.isDisabled()).toBe(true);
    await reader.keyboard.press('Escape');
    await second.waitFor({ state: 'detached' });
    for (const number of [1, 2, 3]) await read(reader, number, FIRST);
    await reader.getByText('You have read all your cases.').waitFor();
    await expect.poll(done).toBe(3);
  });

  it('another one reads without a network, and sees nothing of the first one [CAMP-12, CAMP-20]', async () => {
    const { page, context } = away;
    for (const study of studies) {
      await open(page, `/annotator/case/${study}`);
      await page.getByText('original · 3 of 3 slices').waitFor();
      await page.getByRole('tab', { name: 'Form', exact: true }).waitFor();
      for (const path of ['', '/forms']) await waitUntilKept(page, `/api/annotator/studies/${study}${path}`);
      expect(await authors(DEMO.admin, study)).toEqual([[], []]);
    }
    await open(page, `/reviews/campaigns/${campaign}`);
    await page.getByRole('table', { name: 'Your reads' }).waitFor();
    await waitUntilKept(page, '/api/campaigns');
    await begin(page, 'Start reading');
    await page.getByRole('heading', { name: 'Case 1 of 3' }).waitFor();
    await waitForServiceWorker(page);
    await foot(page).getByText('1 open').waitFor();
    await waitUntilKept(page, `/api/campaigns/${campaign}/reads`);
    await context.setOffline(true);
    for (const number of [1, 2, 3]) await read(page, number, SECOND);
    await page.getByText('You have read all your cases.').waitFor();
    expect(await done()).toBe(3);
    await context.setOffline(false);
    await expect.poll(done, { timeout: 20_000 }).toBe(6);
    for (const study of studies) expect(await authors(DEMO.admin, study)).toEqual([[], []]);
    const made = await Promise.all(studies.map((study) => authors(DEMO.scientist, study)));
    expect(made.map((of) => of.map((names) => names.toSorted()))).toEqual(
      studies.map(() => [
        ['Ada Lindqvist', 'Noor Haddad'],
        ['Ada Lindqvist', 'Noor Haddad'],
      ]),
    );
  });

  it('a read is sent back with a reason, corrected and approved [CAMP-11, CAMP-41]', async () => {
    const row = reviewer.getByRole('table', { name: 'Reviews' }).getByRole('row').filter({ hasText: 'case 2, reader 1' });
    const decide = async (key: string) => {
      await open(reviewer, '/reviews');
      const link = row.getByRole('link').first();
      await reviewer.goto(new URL((await link.getAttribute('href'))!, reviewer.url()).href);
      await reviewer.getByRole('button', { name: 'Send back' }).waitFor();
      await reviewer.locator('[data-pane="0"] [role="application"]').focus();
      await reviewer.keyboard.press(key);
    };
    await lead
      .getByText(`κ ${(1 / 7).toFixed(2)}`)
      .first()
      .waitFor();
    await decide('Shift+X');
    await reviewer.getByRole('textbox', { name: 'What to change' }).fill('The apex is dark');
    await reviewer.keyboard.press('Control+Enter');
    await reviewer.getByText(/Changes needed: The apex is dark/).waitFor();
    await reader.getByRole('table', { name: 'Your reads' }).getByText('The apex is dark').waitFor();
    await begin(reader, 'Continue reading');
    await foot(reader).getByText('The apex is dark').waitFor();
    expect(await chosen(reader).innerText()).toBe('3');
    await reader.getByRole('tab', { name: 'Form', exact: true }).focus();
    for (const key of ['Enter', 'Tab', '2', 'Control+Enter']) await reader.keyboard.press(key);
    await reader.getByText('You have read all your cases.').waitFor();
    await expect.poll(done).toBe(6);
    await decide('Shift+Y');
    await reviewer.getByText(/: Accepted$/).waitFor();
  });

  it('whoever leads it sees how the readers agree [CAMP-10, CAMP-36]', async () => {
    // 4 and 4, 2 and 2, 5 and 3: two of three are equal. By chance, 4 and 2 would be so with 1/9 each.
    const [observed, expected] = [2 / 3, 2 / 9];
    const kappa = (observed - expected) / (1 - expected);
    const { data } = (await ask(DEMO.scientist, 'GET', `campaigns/${campaign}/agreement`)) as { data: Agreement };
    expect(data.fields[0]).toMatchObject({ title: 'Image quality', between: { value: expect.closeTo(kappa, 9), cases: 3 } });
    // Squares of distances: 4 of three cases; by chance 5, 5 and 14 of nine.
    expect(data.fields[0]!.weighted!.value).toBeCloseTo(1 - 4 / 3 / (24 / 9), 9);
    await lead
      .getByRole('region', { name: 'All figures of agreement' })
      .last()
      .getByText(`κ ${kappa.toFixed(2)}`)
      .waitFor();
    await lead.getByText('Image quality: 5, 3').waitFor();
  });
});
