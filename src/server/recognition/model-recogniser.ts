import { ACQUISITION_CODES } from '#contract/acquisitions.ts';
import type { RecognisedSeries } from '#contract/recognition.ts';
import { z } from '#contract/zod.ts';
import type { Grid, Recogniser } from './recogniser.ts';

/** The endpoint of the language models: any with OpenAI's API. Only the platform administrator can set it. */
export interface ModelPlace {
  /** Base URL without a trailing slash. */
  url: string;
  key: string | null;
  textModel: string | null;
  imageModel: string | null;
}

export interface ModelReport {
  /** Our own sentence, without anything from the request or the answer. */
  (sentence: string): void;
}

/** The device waits 45 s for an answer (REC-011). */
const ANSWER_MS = 40_000;
const MOST_ANSWER_BYTES = 256 * 1024;
const AT_ONCE = 4;
/** A model's statement of its own certainty is unreliable. */
const MOST_SCORE = 0.9;

/**
 * Asks a model. Uses the rules if no model is set for a question, or if it does not answer in time and in the requested form. It gets only codes,
 * numbers and images: no IDs, not even ours, because a series is identified by its position in a list.
 */
export function createModelRecogniser(place: ModelPlace, rules: Recogniser, report: ModelReport): Recogniser {
  const inTurn = createKeyQueue(AT_ONCE);
  const { textModel, imageModel } = place;
  return {
    models: { text: textModel, image: imageModel },
    async headers(study, prompt, signal) {
      if (textModel === null) return rules.headers(study, prompt, signal);
      const asked = { modality: study.m, series: study.s.map(({ h }, place) => ({ n: place + 1, ...h })) };
      const ids = study.s.map(({ ui }) => ui);
      return ask(textModel, prompt, JSON.stringify(asked), ids, signal, () => rules.headers(study, prompt, signal));
    },
    async grid(grid, prompt, signal) {
      if (imageModel === null) return rules.grid(grid, prompt, signal);
      return ask(imageModel, prompt, pictured(grid), grid.series, signal, () => rules.grid(grid, prompt, signal));
    },
  };

  async function ask(
    model: string,
    prompt: string,
    content: unknown,
    ids: readonly string[],
    signal: AbortSignal,
    otherwise: () => Promise<RecognisedSeries[]>,
  ): Promise<RecognisedSeries[]> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    const messages = [
      { role: 'system', content: `${prompt}\n\n${ANSWER_FORM}` },
      { role: 'user', content },
    ];
    const answered = await inTurn(limited, () => fetchAnswer(place, { model, messages, temperature: 0 }, limited)).catch(
      (error: unknown) => {
        report(`The model ${model} gave no answer: ${whyOf(error)}`);
        return null;
      },
    );
    signal.throwIfAborted();
    return answered === null ? otherwise() : toSeries(answered, ids);
  }
}

/** Added to every prompt, so that no version of it leads to an unreadable answer. */
const ANSWER_FORM = [
  `Answer with JSON alone: {"series": [{"n": 1, "acquisition": "${ACQUISITION_CODES[0]}", "score": 0.8}]}, an entry for each n.`,
  `"acquisition" is one of ${ACQUISITION_CODES.join(', ')}; "score" is your certainty from 0 to 1, 0 for NONE.`,
].join(' ');

function pictured({ series, png }: Grid): unknown[] {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${Buffer.from(png).toString('base64')}` } };
  const words = `${series.length} tiles, four in a row, numbered from 1 in reading order; n is that number, not the one in the corner of a tile.`;
  return [{ type: 'text', text: words }, image];
}

/** One of a few reasons, in our words, because a server's message may repeat what it was sent. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

function whyOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1000} s`;
  if (error instanceof Error && error.name === 'AbortError') return 'the request was cancelled';
  return 'it cannot be reached';
}

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });
const Answered = z.object({
  series: z.array(z.object({ n: z.number().int(), acquisition: z.enum(ACQUISITION_CODES), score: z.number() })),
});
type Answered = z.infer<typeof Answered>;

async function fetchAnswer({ url, key }: ModelPlace, body: unknown, signal: AbortSignal): Promise<Answered> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    // Only the platform administrator decides where a study's headers are sent.
    redirect: 'error',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new NoAnswer(`it answered ${response.status}`);
  }
  const completion = Completion.safeParse(parseJson(await textOf(response)));
  const content = completion.data?.choices[0]?.message.content ?? '';
  // Models often put their JSON into a code fence, or after a sentence.
  const answered = Answered.safeParse(parseJson(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)));
  if (!answered.success) throw new NoAnswer('its answer does not have the requested form');
  return answered.data;
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) throw new NoAnswer('its answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first entry for each position counts. Entries for unknown positions are ignored. */
function toSeries({ series }: Answered, ids: readonly string[]): RecognisedSeries[] {
  return ids.flatMap((ui, place) => {
    const entry = series.find(({ n }) => n === place + 1);
    if (entry === undefined) return [];
    const score = entry.acquisition === 'NONE' ? 0 : Math.min(MOST_SCORE, Math.max(0, entry.score));
    return [{ ui, acquisition: entry.acquisition, score }];
  });
}

/** Runs this many at a time. A waiting one that is aborted leaves the queue. */
function createKeyQueue(most: number): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (signal, work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
