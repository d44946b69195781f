import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agreement, Campaign, OwnRead } from '#contract/campaigns.ts';
import type { StudyForms } from '#contract/forms.ts';
import type { Task } from '#contract/tasks.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { drawBox, moveRead, QUALITY_FORM, readsOf, startCampaign, structureId, TeamCalls } from '#tests/support/campaign-reads.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn, type Person } from '#tests/support/sign-in.ts';

const CASES = 10;
const REPEATS = 2;
const KNOWN = [0, 1, 2];
const READERS = [DEMO.annotator, DEMO.admin, DEMO.reviewer] as const;
const LEAD = DEMO.scientist;

/** Which read of a case: numbers of case and reader, from 0; the lead has none. */
interface Of {
  case: number;
  reader: number | null;
  isRepeat: boolean;
}

/** Of a case, from 1 to 5. Readers differ in some cases, and from themselves in others. */
function gradeOf({ case: number, reader, isRepeat }: Of): number {
  const grade = (number * 3) % 5;
  const isOther = (reader === 1 && number % 3 === 0) || (reader === 2 && number % 4 === 1) || (isRepeat && number % 2 === 0);
  return ((grade + (isOther ? 1 : 0)) % 5) + 1;
}

/** First column of a box of 16 columns on a slice of 32. */
const columnOf = ({ case: number, reader, isRepeat }: Of): number =>
  4 + (reader === null ? 0 : ((number + 1) * (reader + 1)) % 5) + (isRepeat ? 2 : 0);

/** Of two such boxes. */
const diceOf = (one: Of, other: Of): number => Math.max(0, 16 - Math.abs(columnOf(one) - columnOf(other))) / 16;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Cohen's kappa by its definition, from pairs of grades; null where only one grade was given. Weighted: by the squares of distances. */
function kappa(pairs: readonly (readonly [number, number])[], isWeighted: boolean): number | null {
  const weight = (a: number, b: number): number => (isWeighted ? (a - b) ** 2 : a === b ? 0 : 1);
  const observed = mean(pairs.map(([a, b]) => weight(a, b)));
  // By chance: each grade of one with each grade of the other.
  const expected = mean(pairs.flatMap(([a]) => pairs.map(([, b]) => weight(a, b))));
  return expected === 0 ? null : 1 - observed / expected;
}

interface Done extends Of {
  reader: number;
  read: string;
  answer: string;
  grade: number;
}

/**
 * Ten cases with a form and masks, three readers, two reads of each case, hidden repeats, known cases, a skipped one, and a read that is sent back. The
 * figures are computed apart, from what the test has given. Read from top to bottom.
 */
describe('a campaign of ten cases', () => {
  let server: TestServer;
  let people: People;
  let calls: TeamCalls;
  let studies: string[];
  let campaign: string;
  let form: string;
  let page: Page;
  /** What the browser of the first reader has received, from the start of the campaign to the last read of the others. */
  const received: string[] = [];
  const done: Done[] = [];
  let skipped: Of & { read: string };

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
    calls = new TeamCalls(server);
    const bearer = await bearerOf(server, DEMO.annotator);
    studies = [];
    for (let seed = 1; seed <= CASES; seed += 1) {
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
    const project = await calls.ask<{ id: number }>(LEAD, 'POST', 'project', { uuid: randomUUID(), name: 'Readers' });
    await calls.ask(LEAD, 'POST', `project/${project.id}/studies`, { add: studies });
    form = randomUUID();
    await calls.ask(LEAD, 'PUT', `project/${project.id}/forms/${form}`, { base: 0, title: 'Quality', definition: QUALITY_FORM });
    for (const number of KNOWN) {
      await drawBox(calls, LEAD, studies[number]!, 'liver', boxOf({ case: number, reader: null, isRepeat: false }));
      await answer(LEAD, studies[number]!, randomUUID(), null, gradeOf({ case: number, reader: null, isRepeat: false }));
    }
    campaign = await startCampaign(calls, LEAD, {
      ...{ form: { uuid: form, version: 1 }, structure: await structureId(calls, LEAD, 'Liver'), reads_per_case: 2, repeats: REPEATS },
      cases: studies.map((study, at) => ({ study, known: KNOWN.includes(at) })),
      readers: await Promise.all(READERS.map((reader) => calls.idOf(reader))),
      reviewer: await calls.idOf(LEAD),
    });
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const boxOf = (of: Of) => [columnOf(of) / 32, 0.25, (columnOf(of) + 16) / 32, 0.5] as const;

  async function answer(by: Person, study: string, uuid: string, read: string | null, grade: number, base = 0): Promise<void> {
    await calls.ask(by, 'PUT', `annotator/studies/${study}/answers/${uuid}`, {
      ...{ form, number: 1, read, aside: false, base, device: randomUUID(), state: 'complete', sources: {}, items: [] },
      values: { quality: { kind: 'choice', options: [String(grade)] } },
    });
  }

  /** UUIDs of the segmentations and answers that somebody sees of a case. */
  async function seenBy(person: Person, study: string): Promise<string[]> {
    const { segmentations } = await calls.ask<{ segmentations: { uuid: string }[] }>(person, 'GET', `annotator/studies/${study}`);
    const { data } = await calls.ask<{ data: StudyForms }>(person, 'GET', `annotator/studies/${study}/forms`);
    return [...segmentations, ...data.answers].map(({ uuid }) => uuid);
  }

  /** Reads a case. At its beginning nothing of the case is there, also not what the same reader made of it before. */
  async function read(reader: number, { uuid, study }: OwnRead): Promise<void> {
    const [by, number] = [READERS[reader]!, studies.indexOf(study)];
    const isRepeat = done.some((each) => each.reader === reader && each.case === number);
    const of: Of = { case: number, reader, isRepeat };
    const move = { campaign, read: uuid };
    await moveRead(calls, by, move, 'start');
    expect(await seenBy(by, study)).toEqual([]);
    const made = randomUUID();
    await drawBox(calls, by, study, 'liver', boxOf(of));
    await answer(by, study, made, uuid, gradeOf(of));
    expect(await seenBy(by, study)).toHaveLength(2);
    await moveRead(calls, by, move, 'finish');
    done.push({ ...of, reader, read: uuid, answer: made, grade: gradeOf(of) });
  }

  const agreement = async () => (await calls.ask<{ data: Agreement }>(LEAD, 'GET', `campaigns/${campaign}/agreement`)).data;

  it('a reader has a case open while the others read, and hears nothing of it [CAMP-20, CAMP-22, CAMP-24]', async () => {
    page = (await people.newVisitor()).page;
    page.on('response', (response) => void response.text().then(
      (text) => received.push(text),
      () => undefined,
    )); // prettier-ignore
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
    await signIn(page, server, READERS[0]);
    await page.goto(`${server.teamOrigin('north')}/reviews/campaigns/${campaign}`);
    const start = page.getByRole('link', { name: 'Start reading' });
    await page.goto(new URL((await start.getAttribute('href'))!, page.url()).href);
    await page.getByRole('heading', { name: /^Case 1 of \d+$/ }).waitFor();
    await page.getByText('original · 3 of 3 slices').waitFor();
    for (const reader of [1, 2]) {
      const reads = await readsOf(calls, READERS[reader]!, campaign);
      // One that does not come again: a repeat without its first read is compared with nothing.
      const once = reads.find(({ study }) => reads.filter((each) => each.study === study).length === 1)!;
      for (const each of reads) {
        if (reader === 2 && each === once) {
          skipped = { case: studies.indexOf(each.study), reader, isRepeat: false, read: each.uuid };
          await moveRead(calls, READERS[2], { campaign, read: each.uuid }, 'skip');
        } else await read(reader, each);
      }
    }
    // What the page asks for again, and other pages of the same reader.
    for (const path of ['', '/my-work', '/studies-v2', '/segmentations', `/reviews/campaigns/${campaign}`]) {
      if (path === '') await page.reload();
      else await page.goto(`${server.teamOrigin('north')}${path}`);
      await page.waitForLoadState('networkidle');
    }
    await page.getByRole('table', { name: 'Your reads' }).waitFor();
    const made = (await agreement()).read_masks!.flatMap(({ mask }) => (mask === null ? [] : [mask.segmentation]));
    const secrets = [...made, ...done.flatMap((each) => [each.read, each.answer]), skipped.read];
    expect(made.length).toBeGreaterThan(done.length);
    expect(received.join('').includes(campaign)).toBe(true);
    expect(secrets.filter((secret) => received.some((text) => text.includes(secret)))).toEqual([]);
  });

  it('the first reader reads all cases, the repeats too, and sees of none what was made before [CAMP-04, CAMP-20, CAMP-21]', async () => {
    // Nothing was drawn in the case that the page has opened: its empty segmentation is not compared.
    await page.close();
    const [opened] = await readsOf(calls, READERS[0], campaign);
    for (const uuid of await seenBy(READERS[0], opened!.study)) {
      await calls.ask(READERS[0], 'DELETE', `annotator/segmentations/${opened!.study}/${uuid}`);
    }
    for (const each of await readsOf(calls, READERS[0], campaign)) await read(0, each);
    const repeats = READERS.map((_, reader) => done.filter((each) => each.reader === reader && each.isRepeat).length);
    expect(repeats[0]).toBe(REPEATS);
    const { data } = await calls.ask<{ data: Campaign }>(LEAD, 'GET', `campaigns/${campaign}`);
    expect(data.reads).toEqual({ total: done.length + 1, done: done.length, skipped: 1 });
    const ofCase = studies.map((_, number) => done.filter((each) => each.case === number && !each.isRepeat).length);
    expect(ofCase).toEqual(studies.map((_, number) => (number === skipped.case ? 1 : 2)));
  });

  it('a read is sent back with a reason, corrected, and approved [CAMP-11, CAMP-41]', async () => {
    const since = `today=2026-01-01&since=0`;
    const returned = done.find(({ reader, isRepeat }) => reader === 0 && !isRepeat)!;
    const { all_reads: all } = (await calls.ask<{ data: Campaign }>(LEAD, 'GET', `campaigns/${campaign}`)).data;
    const { case: number, reader } = all.find(({ uuid }) => uuid === returned.read)!;
    const review = async (): Promise<Task> => {
      for (let at = 1; ; at += 1) {
        const { data } = await calls.ask<{ data: Task[] }>(LEAD, 'GET', `reviews?${since}&page=${at}`);
        const found = data.find(({ note }) => note.endsWith(`: case ${number}, reader ${reader}`));
        if (found !== undefined || data.length === 0) return found!;
      }
    };
    const change = () => answer(READERS[0], studies[returned.case]!, returned.answer, returned.read, 5, 1);
    await expect(change()).rejects.toThrow(/answered with 409/);
    const decide = async (decision: 'changes' | 'accepted', reason?: string) =>
      calls.ask(LEAD, 'PUT', `tasks/${(await review()).uuid}/state`, { act: 'finish', move: randomUUID(), decision, reason });
    await decide('changes', 'Look at the apex');
    const again = (await readsOf(calls, READERS[0], campaign)).find(({ uuid }) => uuid === returned.read)!;
    expect(again).toMatchObject({ state: 'returned', reason: 'Look at the apex' });
    await moveRead(calls, READERS[0], { campaign, read: returned.read }, 'start');
    await change();
    returned.grade = 5;
    await moveRead(calls, READERS[0], { campaign, read: returned.read }, 'finish');
    await decide('accepted');
    expect((await readsOf(calls, READERS[0], campaign)).every(({ state }) => state === 'done')).toBe(true);
  });

  it('kappa of the form equals that computed apart, by readers, repeats and known cases [CAMP-10, CAMP-15, CAMP-16]', async () => {
    const { fields, cases } = await agreement();
    const of = (reader: number, number: number, isRepeat = false) =>
      done.find((each) => each.reader === reader && each.case === number && each.isRepeat === isRepeat);
    const both = (one: number, other: number) =>
      studies.flatMap((_, number) => {
        const [a, b] = [of(one, number), of(other, number)];
        return a === undefined || b === undefined ? [] : [[a.grade, b.grade] as const];
      });
    const ofPairs = (isWeighted: boolean) =>
      mean(
        [both(0, 1), both(0, 2), both(1, 2)]
          .map((pairs) => (pairs.length === 0 ? null : kappa(pairs, isWeighted)))
          .filter((each) => each !== null),
      );
    const [field] = fields;
    expect(field!.between).toMatchObject({ value: expect.closeTo(ofPairs(false), 9), cases: CASES - 1 });
    expect(field!.weighted!.value).toBeCloseTo(ofPairs(true), 9);
    const repeated = done.filter(({ isRepeat }) => isRepeat);
    const withThemselves = repeated.flatMap((second) => {
      const first = of(second.reader, second.case);
      return first === undefined ? [] : [[first.grade, second.grade] as const];
    });
    const same = kappa(withThemselves, false);
    expect(field!.same).toMatchObject({ value: same === null ? null : expect.closeTo(same, 9), cases: withThemselves.length });
    const known = READERS.map((_, reader) => {
      const own = KNOWN.flatMap((number) => of(reader, number) ?? []);
      const right = own.filter((each) => each.grade === gradeOf({ case: each.case, reader: null, isRepeat: false })).length;
      return { reader: reader + 1, cases: own.length, right };
    });
    expect(field!.known).toEqual(known.filter((each) => each.cases > 0));
    expect(cases.filter(({ about }) => about.kind === 'skipped')).toEqual([
      expect.objectContaining({ study: studies[skipped.case], about: { kind: 'skipped', reasons: ['series_missing'] } }),
    ]);
  });

  it('Dice of the masks equals that computed apart, on the device of whoever leads it [CAMP-17]', async () => {
    const firsts = studies.map((_, number) => done.filter((each) => each.case === number && !each.isRepeat));
    const between = mean(firsts.flatMap(([one, other]) => (other === undefined ? [] : [diceOf(one!, other)])));
    const same = [...Map.groupBy(done.filter(({ isRepeat }) => isRepeat), (each) => each.case).values()].map((ofCase) =>
      mean(ofCase.map((second) => diceOf(second, { ...second, isRepeat: false }))),
    ); // prettier-ignore
    const known = (reader: number) =>
      KNOWN.flatMap((number) => firsts[number]!.filter((each) => each.reader === reader)).map((each) =>
        diceOf(each, { ...each, reader: null }),
      );
    const lead = (await people.newVisitor()).page;
    await signIn(lead, server, LEAD);
    await lead.goto(`${server.teamOrigin('north')}/reviews/campaigns/${campaign}`);
    await lead.getByRole('button', { name: /^Compare \d+ pairs$/ }).click();
    await lead.getByText(/^(\d+) of \1 pairs of masks compared/).waitFor();
    await lead.getByRole('button', { name: 'Export' }).click();
    const saving = lead.waitForEvent('download');
    await lead.getByRole('menuitem', { name: 'Agreement as CSV' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk as Buffer);
    const rows = Buffer.concat(chunks).toString().split('\r\n').map((row) => row.split(',')); // prettier-ignore
    const figure = (of: string, measure: string) => Number(rows.find((row) => row[0] === '' && row[1] === of && row[2] === measure)?.[4]);
    expect(figure('between readers', 'mean Dice')).toBeCloseTo(between, 9);
    expect(figure('same reader', 'mean Dice')).toBeCloseTo(mean(same), 9);
    for (const reader of READERS.keys()) {
      if (known(reader).length > 0)
        expect(figure(`reader ${reader + 1}`, 'mean Dice with known cases')).toBeCloseTo(mean(known(reader)), 9);
    }
  });
});
