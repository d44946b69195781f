import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { petToDicom } from '#tests/fixtures/pet.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

/** A proxy between the page and the server lets no WebSocket through. */
describe('a network without WebSockets', () => {
  let people: People;
  let server: TestServer;
  let visitor: Visitor;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    visitor = await people.newVisitor();
    await visitor.page.addInitScript(() => {
      globalThis.WebSocket = class extends EventTarget {
        constructor() {
          super();
          setTimeout(() => (this as unknown as { onerror(event: Event): void }).onerror(new Event('error')));
        }
        close(): void {}
      } as unknown as typeof WebSocket;
    });
    await signIn(visitor.page, server, DEMO.annotator);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  it('what others do is shown in an open page [RT-04]', async () => {
    const { page } = visitor;
    const polls: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('transport=polling') && response.ok()) polls.push(response.url());
    });
    await page.goto(`${server.teamOrigin('north')}/studies-v2`);
    await expect.poll(() => polls.length).toBeGreaterThan(2);
    const row = page.getByText('Dunlin, Small', { exact: true });
    expect(await row.count()).toBe(0);
    await sendStudy(server, await bearerOf(server, DEMO.annotator), petToDicom());
    await row.first().waitFor();
  });
});
