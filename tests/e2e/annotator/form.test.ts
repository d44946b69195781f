import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudyForms } from '#contract/forms.ts';
import { FORM_TEMPLATES } from '#model/forms/templates.ts';
import { createMeasuredStudy } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { waitForServiceWorker, waitUntilKept } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

/** A form beside a study, filled in by keyboard alone and without a network. */
describe('a form in the annotator', () => {
  let server: TestServer;
  let people: People;
  let folder: Awaited<ReturnType<typeof createMeasuredStudy>>;
  let visitor: Visitor;
  let page: Page;
  let study: string;
  let headers: Record<string, string>;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([startTestServer({ people: true }), openPeople(), createMeasuredStudy()]);
    visitor = await people.newVisitor({ serviceWorker: true });
    page = visitor.page;
    await signIn(page, server, DEMO.annotator);
    study = await uploadStudy(page, server, { path: folder.path, series: 2 });
    headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north', 'content-type': 'application/json' };
    const project = (await call('POST', 'project', { uuid: crypto.randomUUID(), name: 'Readers' })) as { id: number };
    await call('POST', `project/${project.id}/studies`, { add: [study] });
    await call('PUT', `project/${project.id}/forms/${crypto.randomUUID()}`, { base: 0, ...FORM_TEMPLATES[0]! });
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${study}`);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await server.request(`/api/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    expect(answer.status).toBeLessThan(300);
    return answer.json();
  }
  const field = (name: string): Locator => page.getByRole('radiogroup', { name, exact: true });
  const chosen = (name: string): Locator => field(name).locator('[aria-checked="true"]');
  async function keys(...pressed: string[]): Promise<void> {
    for (const key of pressed) await page.keyboard.press(key);
  }

  it('is answered by keyboard without a network, kept over a reload, and sent later [FORM-17, FORM-19, FORM-20]', async () => {
    const tab = page.getByRole('tab', { name: 'Form', exact: true });
    await tab.waitFor();
    await waitForServiceWorker(page);
    for (const path of [`studies-v2/${study}`, `annotator/studies/${study}/forms`]) await waitUntilKept(page, `/api/${path}`);
    await visitor.context.setOffline(true);
    await tab.focus();
    await keys('Enter', 'Tab');
    // Image quality, then a lesion.
    await keys('4', 'n');
    // The key moves the focus once the card of the lesion is open.
    await page.locator('[aria-current="true"] [data-form-stop]:focus').waitFor();
    await page.keyboard.type('Mid right, posterol');
    await keys('ArrowDown', 'Enter', 'Tab');
    // Zone, T2W, DWI, enhancement.
    await keys('1', 'ArrowDown', '4', 'ArrowDown', '3', 'ArrowDown', '2', 'ArrowDown');
    await page.keyboard.type('8.5');
    const rule = page.getByRole('group', { name: 'PI-RADS' });
    expect(await rule.innerText()).toMatch(/PI-RADS 4[^]*by the rule/);
    await page.getByText('1 open').waitFor();
    await keys('ArrowDown', 'y');
    expect(await chosen('PI-RADS').innerText()).toBe('4');
    await page.getByText('1 open').waitFor({ state: 'detached' });
    await page.locator('[data-form-stop]:focus').waitFor();
    await keys('Control+Enter');
    // The draft was on this device already: the complete answer has to be.
    await page.getByText('complete', { exact: true }).waitFor();
    await page.getByText('on this device', { exact: true }).waitFor();
    await page.reload();
    await tab.click();
    expect(await chosen('Image quality').innerText()).toBe('4');
    await page.getByText('on this device', { exact: true }).waitFor();
    await visitor.context.setOffline(false);
    await page.getByText('on server', { exact: true }).waitFor();
    const { data } = (await call('GET', `annotator/studies/${study}/forms`)) as { data: StudyForms };
    const option = (key: string) => ({ kind: 'choice', options: [key] });
    expect(data.answers).toMatchObject([
      {
        ...{ state: 'complete', read: null, aside: false, values: { quality: option('4') } },
        items: [
          {
            ...{ scope: 'lesion', number: 1 },
            values: {
              ...{ zone: option('pz'), t2w: option('4'), dwi: option('3'), dce: option('yes'), pirads: option('4') },
              ...{ sector: { kind: 'code', code: { value: 'mid-r-pzpl' } }, longest: { kind: 'number', number: 8.5 } },
            },
          },
        ],
      },
    ]);
  });

  it('has its lesions on the panes where they were measured, and a click on one opens it [FORM-24]', async () => {
    const pane = page.locator('[data-pane="0"] [role="application"]');
    const ring = page.locator('[data-pane="0"] [data-lesion]');
    expect(await ring.count()).toBe(0);
    // The page was opened without a network, so its slices came after that.
    await page.locator('[data-pane="0"]').getByText('original · 3 of 3 slices').waitFor();
    await pane.focus();
    await keys('Home', 'm');
    const { x, y, width, height } = (await pane.boundingBox())!;
    await page.mouse.move(x + width * 0.4, y + height * 0.4);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.5, y + height * 0.5, { steps: 3 });
    await page.mouse.up();
    await page.getByText('1 measurement on server').waitFor();
    await page.getByRole('tab', { name: 'Form', exact: true }).click();
    await page.getByRole('button', { name: 'Lesion N' }).click();
    await page.getByRole('listitem', { name: 'Lesion 2' }).waitFor();
    await expect.poll(() => ring.allTextContents()).toEqual(['2']);
    expect(await ring.getAttribute('data-beside')).toBeNull();
    await pane.focus();
    await keys('ArrowDown');
    await expect.poll(() => ring.getAttribute('data-beside')).toBe('true');
    await keys('ArrowDown');
    await expect.poll(() => ring.count()).toBe(0);
    await keys('ArrowUp', 'ArrowUp');
    await page.getByRole('listitem').getByRole('button', { name: /^1/ }).click();
    await page.getByRole('tab', { name: 'Segments', exact: true }).click();
    await ring.click();
    await page.getByRole('listitem', { name: 'Lesion 2' }).waitFor();
  });
});
