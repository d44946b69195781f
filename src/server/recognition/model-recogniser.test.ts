import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recogniseHeader } from '#imaging/recognise/recognise.ts';
import type { HeaderStudy } from '#contract/recognition.ts';
import { createModelRecogniser } from './model-recogniser.ts';
import { ruleRecogniser } from './rule-recogniser.ts';

/** A local endpoint with OpenAI's API that records requests and returns prepared answers. */
let http: Server;
let url: string;
let asked: { headers: IncomingMessage['headers']; path: string; body: { model: string; messages: { role: string; content: unknown }[] } }[];
let answer: (body: string) => { status: number; headers?: Record<string, string>; text: string } | null;
let reported: string[];

const completion = (content: string) => ({ status: 200, text: JSON.stringify({ choices: [{ message: { content } }] }) });

beforeEach(async () => {
  [asked, reported] = [[], []];
  http = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += String(piece);
    asked.push({ headers: request.headers, path: request.url ?? '', body: JSON.parse(text) });
    const given = answer(text);
    if (given !== null) response.writeHead(given.status, given.headers ?? {}).end(given.text);
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

const T2: HeaderStudy['s'][number]['h'] = {
  ...{ modality: 'MR', imageType: ['ORIGINAL', 'PRIMARY'], sopClass: '', orientation: [1, 0, 0, 0, 1, 0], isOneStack: true, images: 19 },
  ...{ sliceThickness: 3, terms: ['t2'], plane: 'axial' },
  mr: { echoTime: 104, repetitionTime: 5660, bValues: [], scanningSequence: ['SE'], echoTrainLength: 25 },
};
const study = (): HeaderStudy => ({ i: randomUUID(), m: 'MR', s: [0, 1].map(() => ({ ui: randomUUID(), fui: randomUUID(), h: T2 })) });
const never = new AbortController().signal;
const recogniser = (more: { key?: string; imageModel?: string } = {}) =>
  createModelRecogniser({ url, key: more.key ?? null, textModel: 'small', imageModel: more.imageModel ?? null }, ruleRecogniser, (line) =>
    reported.push(line),
  );
const byRules = ({ s }: HeaderStudy) =>
  s.map(({ ui, h }) => ({ ui, acquisition: recogniseHeader(h).code, score: recogniseHeader(h).score }));

describe('a model that is asked about headers', () => {
  it('gets the prompt, codes and numbers, but no id [REC-031]', async () => {
    answer = () =>
      completion('```json\n{"series":[{"n":2,"acquisition":"COR","score":0.7},{"n":1,"acquisition":"NONE","score":0.9}]}\n```');
    const given = study();
    expect(await recogniser({ key: 'secret' }).headers(given, 'Tell.', never)).toEqual([
      { ui: given.s[0]!.ui, acquisition: 'NONE', score: 0 },
      { ui: given.s[1]!.ui, acquisition: 'COR', score: 0.7 },
    ]);
    const [{ body, headers, path }] = asked as [(typeof asked)[0]];
    expect([path, headers.authorization, body.model]).toEqual(['/v1/chat/completions', 'Bearer secret', 'small']);
    expect(body.messages[0]!.content).toMatch(/^Tell\.\n\nAnswer with JSON/);
    expect(JSON.parse(String(body.messages[1]!.content))).toEqual({ modality: 'MR', series: [1, 2].map((n) => ({ n, ...T2 })) });
    for (const id of [given.i, ...given.s.flatMap(({ ui, fui }) => [ui, fui])]) expect(JSON.stringify(body)).not.toContain(id);
  });

  it('is limited to a score of 0.9, and to the acquisitions that were asked about', async () => {
    answer = () => completion('{"series":[{"n":1,"acquisition":"T2W","score":7},{"n":9,"acquisition":"DWI","score":1}]}');
    const given = study();
    expect(await recogniser().headers(given, '', never)).toEqual([{ ui: given.s[0]!.ui, acquisition: 'T2W', score: 0.9 }]);
  });

  it.each<[string, typeof answer]>([
    ['breaks', () => ({ status: 500, text: 'no' })],
    ['redirects elsewhere', () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest' }, text: '' })],
    ['answers in another format', () => completion('T2W, I think')],
    ['answers an invalid code', () => completion('{"series":[{"n":1,"acquisition":"T1","score":1}]}')],
    ['answers endlessly', () => ({ status: 200, text: 'x'.repeat(300_000) })],
    ['hangs up', () => (http.closeAllConnections(), null)],
  ])('and %s leaves the answer to the rules, with a log line without question or answer', async (_, given) => {
    answer = given;
    const one = study();
    expect(await recogniser().headers(one, 'Tell.', never)).toEqual(byRules(one));
    expect(asked.length).toBe(1);
    expect(reported).toEqual([expect.stringMatching(/^The model small gave no answer: [\w ]+$/)]);
  });

  it('and is cancelled is abandoned immediately', async () => {
    const stop = new AbortController();
    answer = () => (stop.abort(), null);
    await expect(recogniser().headers(study(), '', stop.signal)).rejects.toThrow();
  });
});

it('a model for images gets the whole image, and without one the image is measured', async () => {
  answer = () => completion('{"series":[{"n":1,"acquisition":"DWI","score":0.6}]}');
  const png = Uint8Array.of(1, 2, 3);
  const [ui] = [randomUUID()];
  expect(await recogniser({ imageModel: 'large' }).grid({ series: [ui], png }, 'Look.', never)).toEqual([
    { ui, acquisition: 'DWI', score: 0.6 },
  ]);
  expect(asked[0]!.body.model).toBe('large');
  expect(JSON.stringify(asked[0]!.body)).toContain('data:image/png;base64,AQID');
  await expect(recogniser().grid({ series: [ui], png }, 'Look.', never)).rejects.toThrow('not a PNG');
  expect(asked.length).toBe(1);
});
