import type { RecognisedSeries } from '#contract/recognition.ts';
import { settled, WAIT_FOR_OTHER_MS } from '#model/studies/acquisition.ts';
import type { ServerAnswers, StudyRecognition, RecognitionRequest } from '#model/studies/recognition-request.ts';

export interface RecognitionPorts {
  /** Id of the connection that receives the answers; null while there is none. */
  connection(): string | null;
  /** Studies that have no answer to what they are now. */
  toAsk(): Promise<readonly RecognitionRequest[]>;
  /** Writes down how far it is. False where the study is not being arranged any more. */
  note(studyId: string, recognition: StudyRecognition): Promise<boolean>;
  /** Whether that is still asked: nobody has stopped it, and nothing has moved. */
  isAsked(studyId: string, about: string): Promise<boolean>;
  save(asked: { studyId: string; about: string }, answers: ServerAnswers): Promise<void>;
  askHeaders(connection: string, one: RecognitionRequest): Promise<{ ok: true; id: string } | { ok: false; isAway: boolean }>;
  /** Draws the tiles and sends them. */
  askPicture(connection: string, one: RecognitionRequest): Promise<void>;
  cancel(id: string): Promise<void>;
  warn(sentence: string): void;
}

export interface ServerRecognition {
  /** Something may have changed: studies, the network, the connection. */
  look(): Promise<void>;
  /** SOCK-14. */
  heardText(event: { id: string; i: string; series: readonly RecognisedSeries[] }): void;
  /** SOCK-15. */
  heardImage(event: { studyId: string; series: readonly RecognisedSeries[] }): void;
  /** Pending answers cannot be delivered: they are requested again on the next connection. */
  disconnected(): Promise<void>;
  close(): void;
}

interface Asking extends ServerAnswers {
  one: RecognitionRequest;
  /** Of the prompt; null until the server has taken it. */
  id: string | null;
  isNoted: boolean;
  firstAt: number | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** After this long without an answer, none is expected. */
const GIVE_UP_MS = 60_000;

/**
 * Asks a server what the series of studies are taken for (REC-003 to 012, 029): all studies side by side, each until its answers are there, or the longest
 * wait is over. How far it is lies in the local database; what is asked here is lost with the page, and asked anew by the next.
 */
export function createServerRecognition(ports: RecognitionPorts): ServerRecognition {
  const asked = new Map<string, Asking>();
  let looking: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;

  async function lookAtAll(): Promise<void> {
    if (isClosed) return;
    for (const asking of asked.values()) {
      const { one } = asking;
      if (asking.isNoted && !(await ports.isAsked(one.study.i, one.about))) await callOff(asking);
    }
    for (const one of await ports.toAsk()) {
      const known = asked.get(one.study.i);
      if (isClosed || known?.one.about === one.about) continue;
      if (known) await callOff(known);
      const connection = ports.connection();
      if (connection === null) await ports.note(one.study.i, { state: 'waiting', about: one.about, llmRemoteId: null });
      else void ask(connection, one).catch((error: unknown) => drop(one.study.i, error));
    }
  }

  async function ask(connection: string, one: RecognitionRequest): Promise<void> {
    const { study, about } = one;
    const asking: Asking = { one, id: null, isNoted: false, text: null, image: null, firstAt: null, timer: undefined };
    asked.set(study.i, asking);
    if (!(await ports.note(study.i, { state: 'asking', about, llmRemoteId: null }))) return void asked.delete(study.i);
    asking.isNoted = true;
    const answer = await ports.askHeaders(connection, one);
    const isWanted = asked.get(study.i) === asking;
    if (!isWanted) return answer.ok ? ports.cancel(answer.id) : undefined;
    if (!answer.ok) {
      asked.delete(study.i);
      await ports.note(study.i, { state: answer.isAway ? 'waiting' : 'ended', about, llmRemoteId: null });
      return;
    }
    asking.id = answer.id;
    await ports.note(study.i, { state: 'asking', about, llmRemoteId: answer.id });
    asking.timer = setTimeout(() => settle(asking, true), GIVE_UP_MS);
    if (one.tiles.length > 0) {
      // REC-016: logged, and only the text is used.
      void ports.askPicture(connection, one).catch((error: unknown) => ports.warn(`A picture of series was not taken: ${wordsOf(error)}`));
    }
    settle(asking);
  }

  function settle(asking: Asking, isGivenUp = false): void {
    const { one, id, text, image } = asking;
    const { study, about, tiles } = one;
    // Answers may arrive before the id of their request.
    if (asked.get(study.i) !== asking || id === null) return;
    asking.firstAt ??= text || image ? Date.now() : null;
    const waitedMs = asking.firstAt === null ? 0 : Date.now() - asking.firstAt;
    const state = settled(tiles.length > 0, { text, image }, waitedMs);
    if (state === 'waiting' && !isGivenUp) {
      if (asking.firstAt === null) return;
      clearTimeout(asking.timer);
      asking.timer = setTimeout(() => settle(asking), WAIT_FOR_OTHER_MS - waitedMs);
      return;
    }
    if (state === 'alone')
      ports.warn(`Series were recognised by their ${text ? 'headers' : 'pictures'} alone: no other answer came within 45 s.`);
    clearTimeout(asking.timer);
    asked.delete(study.i);
    void ports.save({ studyId: study.i, about }, { text, image }).catch((error: unknown) => drop(study.i, error));
  }

  async function callOff(asking: Asking): Promise<void> {
    clearTimeout(asking.timer);
    asked.delete(asking.one.study.i);
    if (asking.id !== null) await ports.cancel(asking.id);
  }

  /** What the device says stands; the next page asks again. */
  function drop(studyId: string, error: unknown): void {
    clearTimeout(asked.get(studyId)?.timer);
    asked.delete(studyId);
    ports.warn(`A study was not recognised by the server: ${wordsOf(error)}`);
  }

  return {
    async look() {
      isWoken = true;
      looking ??= (async () => {
        while (isWoken) {
          isWoken = false;
          await lookAtAll();
        }
      })().finally(() => {
        looking = null;
      });
      return looking;
    },
    heardText({ id, i, series }) {
      const asking = asked.get(i);
      if (!asking || (asking.id !== null && asking.id !== id)) return;
      asking.text = series;
      settle(asking);
    },
    heardImage({ studyId, series }) {
      const asking = asked.get(studyId);
      if (!asking) return;
      asking.image = series;
      settle(asking);
    },
    async disconnected() {
      const open = [...asked.values()];
      asked.clear();
      for (const { one, timer } of open) {
        clearTimeout(timer);
        await ports.note(one.study.i, { state: 'waiting', about: one.about, llmRemoteId: null });
      }
    },
    close() {
      isClosed = true;
      for (const { timer } of asked.values()) clearTimeout(timer);
      asked.clear();
    },
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
