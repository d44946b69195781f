import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerAnswers, StudyRecognition, RecognitionRequest } from '#model/studies/recognition-request.ts';
import { createServerRecognition, type RecognitionPorts, type ServerRecognition } from './server-recognition.ts';

const series = [{ ui: 'a', acquisition: 'T2W', score: 0.8 }] as const;

/** The local database and the server, as far as this asks them. */
let studies: RecognitionRequest[];
let noted: Map<string, StudyRecognition>;
let saved: { studyId: string; answers: ServerAnswers }[];
let connection: string | null;
let headersAsked: string[];
let pictures: string[];
let cancelled: string[];
let warned: string[];
let answerHeaders: RecognitionPorts['askHeaders'];
let refusePicture: boolean;
let recognition: ServerRecognition;

const mr = (i = 'mr', about = 'first'): RecognitionRequest => ({
  about,
  study: { i, m: 'MR', s: [] },
  tiles: [{ seriesId: 'a', label: '3' }],
});
const ct = (): RecognitionRequest => ({ about: 'first', study: { i: 'ct', m: 'CT', s: [] }, tiles: [] });

beforeEach(() => {
  vi.useFakeTimers();
  [studies, noted, saved, connection] = [[mr()], new Map(), [], 'socket-1'];
  [headersAsked, pictures, cancelled, warned] = [[], [], [], []];
  refusePicture = false;
  answerHeaders = async (_, { study }) => ({ ok: true, id: `prompt of ${study.i}` });
  recognition = createServerRecognition({
    connection: () => connection,
    toAsk: async () =>
      studies.filter(({ study, about }) => {
        const known = noted.get(study.i);
        return known?.about !== about || known.state === 'waiting' || known.state === 'asking';
      }),
    note: async (studyId, state) => Boolean(noted.set(studyId, state)),
    isAsked: async (studyId, about) => noted.get(studyId)?.state === 'asking' && noted.get(studyId)?.about === about,
    async save({ studyId, about }, answers) {
      saved.push({ studyId, answers });
      noted.set(studyId, { state: 'ended', about, llmRemoteId: null });
    },
    askHeaders(wsid, one) {
      headersAsked.push(`${one.study.i} ${one.about} on ${wsid}`);
      return answerHeaders(wsid, one);
    },
    async askPicture(_, { study }) {
      if (refusePicture) throw new Error('the server answered 500');
      pictures.push(study.i);
    },
    cancel: async (id) => void cancelled.push(id),
    warn: (sentence) => void warned.push(sentence),
  });
});
afterEach(() => {
  recognition.close();
  vi.useRealTimers();
});

const look = async (): Promise<void> => {
  await recognition.look();
  await vi.advanceTimersByTimeAsync(0);
};
const text = (i = 'mr', id = `prompt of ${i}`) => recognition.heardText({ id, i, series });
const image = () => recognition.heardImage({ studyId: 'mr', series });

describe('an MR study', () => {
  it('waits for both answers, keeps the prompt id, and is requested once [REC-005, REC-006, REC-007, REC-008, REC-009, REC-010, ENT-27]', async () => {
    await look();
    expect(noted.get('mr')).toEqual({ state: 'asking', about: 'first', llmRemoteId: 'prompt of mr' });
    await look();
    expect([headersAsked, pictures]).toEqual([['mr first on socket-1'], ['mr']]);
    text();
    await vi.advanceTimersByTimeAsync(44_999);
    expect(saved).toEqual([]);
    image();
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual([{ studyId: 'mr', answers: { text: series, image: series } }]);
    expect(warned).toEqual([]);
    await look();
    expect(headersAsked.length).toBe(1);
  });

  it.each([
    ['headers', text, { text: series, image: null }],
    ['pictures', image, { text: null, image: series }],
  ])('with only an answer to its %s uses that after 45 s, with a warning [REC-011, ERR-22]', async (words, answer, answers) => {
    await look();
    answer();
    await vi.advanceTimersByTimeAsync(44_999);
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual([{ studyId: 'mr', answers }]);
    expect(warned).toEqual([expect.stringContaining(`by their ${words} alone`)]);
  });

  it('without an answer is given up after a minute [REC-004]', async () => {
    await look();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saved).toEqual([{ studyId: 'mr', answers: { text: null, image: null } }]);
  });

  it('whose image is refused gives a warning, and uses its text after 45 s [REC-016, ERR-23]', async () => {
    refusePicture = true;
    await look();
    text();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(warned[0]).toBe('A picture of series was not taken: the server answered 500');
    expect(saved).toEqual([{ studyId: 'mr', answers: { text: series, image: null } }]);
  });
});

it('a study of another modality uses its text immediately, without an image [REC-012]', async () => {
  studies = [ct()];
  await look();
  text('ct');
  await vi.advanceTimersByTimeAsync(0);
  expect([saved.map(({ studyId }) => studyId), pictures]).toEqual([['ct'], []]);
});

it('an answer that arrives before its prompt id is used', async () => {
  studies = [ct()];
  answerHeaders = async () => {
    text('ct', 'prompt of ct');
    return { ok: true, id: 'prompt of ct' };
  };
  await look();
  expect(saved.map(({ studyId }) => studyId)).toEqual(['ct']);
});

it('an answer for another prompt or study is ignored', async () => {
  studies = [ct()];
  await look();
  text('ct', 'prompt of before');
  text('other');
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual([]);
});

describe('without a connection', () => {
  it('a study waits for the network, and is requested when it is back [REC-029]', async () => {
    connection = null;
    await look();
    expect([noted.get('mr')?.state, headersAsked]).toEqual(['waiting', []]);
    connection = 'socket-2';
    await look();
    expect(headersAsked).toEqual(['mr first on socket-2']);
  });

  it('an open request is repeated on the next connection [RT-06]', async () => {
    await look();
    connection = null;
    await recognition.disconnected();
    expect(noted.get('mr')?.state).toBe('waiting');
    text();
    connection = 'socket-2';
    await look();
    expect(headersAsked).toEqual(['mr first on socket-1', 'mr first on socket-2']);
    expect(saved).toEqual([]);
  });

  it('a request that did not arrive waits, and a refused one ends', async () => {
    answerHeaders = async () => ({ ok: false, isAway: true });
    await look();
    expect(noted.get('mr')?.state).toBe('waiting');
    answerHeaders = async () => ({ ok: false, isAway: false });
    await look();
    expect(noted.get('mr')?.state).toBe('ended');
  });
});

describe('a study that is not requested any more', () => {
  it('is cancelled on the server when the user stops it [REC-003]', async () => {
    await look();
    noted.set('mr', { state: 'stopped', about: 'first', llmRemoteId: 'prompt of mr' });
    await look();
    text();
    image();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([cancelled, saved, headersAsked.length]).toEqual([['prompt of mr'], [], 1]);
  });

  it('is cancelled when it contains other series, and requested again', async () => {
    await look();
    studies = [mr('mr', 'second')];
    await look();
    expect([cancelled, headersAsked]).toEqual([['prompt of mr'], ['mr first on socket-1', 'mr second on socket-1']]);
  });

  it('is cancelled as soon as its pending prompt has an id', async () => {
    let take: (answer: { ok: true; id: string }) => void = () => undefined;
    answerHeaders = () => new Promise((resolve) => (take = resolve));
    await look();
    noted.set('mr', { state: 'stopped', about: 'first', llmRemoteId: null });
    await look();
    take({ ok: true, id: 'late' });
    await vi.advanceTimersByTimeAsync(0);
    expect([cancelled, noted.get('mr')?.state]).toEqual([['late'], 'stopped']);
  });
});
