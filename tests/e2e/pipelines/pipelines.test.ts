import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';

/** A scientist makes a pipeline of a blueprint, a study without a slice arrives, and an annotator is asked about it: read from top to bottom. */
describe('a pipeline', () => {
  let people: People;
  let server: TestServer;
  let scientist: Page;
  let annotator: Page;
  let bearer: string;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    bearer = await bearerOf(server, DEMO.annotator);
    [scientist, annotator] = await Promise.all([enter(DEMO.scientist), enter(DEMO.annotator)]);
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
  const open = (of: Page, path: string) => of.goto(`${server.teamOrigin('north')}${path}`);
  const ask = async (path: string, asked: { method?: string; body?: object } = {}) =>
    (await server.request(path, { ...asked, headers: { authorization: `Bearer ${bearer}`, team: 'north' } })).json();

  it('is made of a blueprint, and says what is missing until it is complete [FLOW-11, FLOW-12, FLOW-13]', async () => {
    const { name } = (await ask('/api/user')) as { name: string };
    await open(scientist, '/pipeline-blueprint');
    await scientist.getByRole('link', { name: 'Use Incoming studies' }).click();
    await scientist.getByRole('combobox', { name: 'Who is asked' }).click();
    await scientist.getByRole('option', { name }).click();
    await scientist.getByRole('button', { name: 'Make a pipeline' }).click();
    await scientist.getByText('Nothing keeps this from being saved.').waitFor();
    await scientist.getByRole('button', { name: 'Step', exact: true }).click();
    await scientist.getByRole('menuitem', { name: 'Notify' }).click();
    await scientist.getByText('Step 4:').waitFor();
    await scientist.getByRole('textbox', { name: 'Text', exact: true }).fill('Looked at');
    await scientist.getByText('Nothing keeps this from being saved.').waitFor();
    await scientist.getByRole('button', { name: 'Save version 1' }).click();
    await scientist.getByRole('heading', { name: 'Incoming studies', level: 1 }).waitFor();
    await scientist.getByText('version 1', { exact: true }).first().waitFor();
  });

  it('says in the editor what saving would change [FLOW-17]', async () => {
    await scientist.getByRole('link', { name: 'Edit' }).click();
    await scientist.getByText('The steps are those of version 1.').waitFor();
    await scientist.getByRole('switch', { name: 'Starts for every new study' }).uncheck();
    await scientist.getByText('Starts by hand, before for every new study').waitFor();
    await scientist.getByRole('link', { name: 'Discard' }).click();
  });

  it('starts for a study that arrives, and stops where a person is asked [FLOW-03, FLOW-14]', async () => {
    const slices = createPhantomSeries({
      ...{ body: 'head', plane: 'axial', slices: 9, matrix: 64, seriesNumber: 2, seriesDescription: 'head axial' },
      study: { seed: 7, patientName: 'Heron^Quiet', patientId: 'T-7', patientSex: 'F', date: '20260102', time: '101500', description: '' },
    });
    await sendStudy(
      server,
      bearer,
      slices.toSpliced(4, 1).map(({ bytes }) => bytes),
    );
    await open(scientist, '/flow');
    await scientist.getByText(/^Step 3: A person was asked/).waitFor();
    await scientist.getByRole('img', { name: '2 of 4 steps' }).waitFor();
  });

  it('is tried on that study in the editor, where nothing is run [FLOW-18]', async () => {
    await open(scientist, '/pipeline');
    await scientist.getByRole('link', { name: 'Incoming studies' }).click();
    await scientist.getByRole('link', { name: 'Edit' }).click();
    await scientist.getByRole('button', { name: 'Try on a study…' }).click();
    await scientist.getByRole('checkbox', { name: /^Heron, Quiet/ }).check();
    await scientist.getByRole('button', { name: 'Add 1 study' }).click();
    const trial = scientist.getByRole('group', { name: 'Heron, Quiet' });
    await trial.getByText('Convert is done already: 1 of 1 series').waitFor();
    await trial.getByText('Ask a person would wait: answer by').waitFor();
    const { total } = (await ask('/api/tasks?today=2026-01-01&since=0')) as { total: number };
    expect(total).toBe(1);
  });

  it('is still there when the server was killed, and goes on with the answer, once [FLOW-05]', async () => {
    await server.restart();
    await open(annotator, '/my-work');
    await annotator.getByRole('row').filter({ hasText: 'Heron, Quiet' }).waitFor();
    const { data } = (await ask('/api/tasks?today=2026-01-01&since=0')) as { data: { uuid: string; note: string }[] };
    expect(data.map(({ note }) => note)).toEqual(['Can this study be used? Its findings say what is wrong.']);
    await ask(`/api/tasks/${data[0]!.uuid}/state`, { method: 'PUT', body: { act: 'finish', reason: 'Yes' } });
    await open(scientist, '/flow');
    await scientist.getByRole('img', { name: '4 of 4 steps' }).waitFor();
    await scientist.getByRole('link', { name: 'Heron, Quiet' }).click();
    await scientist.getByText('Answered', { exact: true }).waitFor();
    const { notifications } = (await ask('/api/notification')) as {
      notifications: { data: { type_code: string; description: string }[] };
    };
    expect(notifications.data.filter(({ type_code }) => type_code === 'pipeline.note').map(({ description }) => description)).toEqual([
      'Incoming studies: Looked at',
    ]);
  });

  it('is read without the server once it was opened [FLOW-15]', async () => {
    await scientist.context().setOffline(true);
    await scientist
      .getByText(/Offline/)
      .first()
      .waitFor();
    await scientist.getByRole('link', { name: 'Flows' }).first().click();
    await scientist.getByRole('img', { name: '4 of 4 steps' }).waitFor();
    await scientist.context().setOffline(false);
  });
});
