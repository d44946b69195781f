import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { drawBox, moveRead, readsOf, startCampaign, structureId, TeamCalls, type DrawnBox } from '#tests/support/campaign-reads.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

/** On slices of 32 x 32: 16 x 8 voxels each, of which half are common, and in the second case all. */
const [LEFT, RIGHT]: [DrawnBox, DrawnBox] = [
  [0, 0.25, 0.5, 0.5],
  [0.25, 0.25, 0.75, 0.5],
];

/** Two readers have drawn on two cases. Read from top to bottom. */
describe('masks of a campaign', () => {
  let server: TestServer;
  let people: People;
  let visitor: Visitor;
  let page: Page;
  let calls: TeamCalls;

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
    calls = new TeamCalls(server);
    const bearer = await bearerOf(server, DEMO.annotator);
    const studies: string[] = [];
    for (const seed of [1, 2]) {
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
    const readers = [DEMO.annotator, DEMO.admin];
    const campaign = await startCampaign(calls, DEMO.scientist, {
      structure: await structureId(calls, DEMO.scientist, 'Liver'),
      cases: studies.map((study) => ({ study, known: false })),
      readers: await Promise.all(readers.map((reader) => calls.idOf(reader))),
    });
    for (const [at, reader] of readers.entries()) {
      for (const { uuid, study } of await readsOf(calls, reader, campaign)) {
        const of = { campaign, read: uuid };
        await moveRead(calls, reader, of, 'start');
        await drawBox(calls, reader, study, 'liver', at === 0 || study === studies[1] ? LEFT : RIGHT);
        await moveRead(calls, reader, of, 'finish');
      }
    }
    visitor = await people.newVisitor();
    page = visitor.page;
    await signIn(page, server, DEMO.scientist);
    await page.goto(`${server.teamOrigin('north')}/reviews/campaigns/${campaign}`);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const figures = () => page.getByRole('region', { name: 'All figures of agreement' }).last();

  it('are compared on the device of whoever leads it, and the mean is that computed by hand [CAMP-17]', async () => {
    await page.getByText('0 of 2 pairs of masks compared').waitFor();
    await page.getByRole('button', { name: 'Compare 2 pairs' }).click();
    // 2 · 64 / (128 + 128) in the first case, 1 in the second.
    await figures().getByText('Dice 0.75').waitFor();
    await page.getByText('2 of 2 pairs of masks compared').waitFor();
    await page.getByText('Part 1: Dice 0.50').waitFor();
  });

  it('stay compared, and leave as CSV [CAMP-17, CAMP-37]', async () => {
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/operations') && asked.push(request.url())));
    await page.reload();
    await figures().getByText('Dice 0.75').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Agreement as CSV' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toContain('between readers,mean Dice,Part 1,0.75,');
    expect(asked).toEqual([]);
  });
});
