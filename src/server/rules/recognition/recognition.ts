import { randomUUID } from 'node:crypto';
import { LIMITS } from '#contract/limits.ts';
import type { HeaderStudy, PromptType, RecognisedSeries } from '#contract/recognition.ts';
import { marked } from '#language/t.ts';
import type { Recogniser } from '#server/recognition/recogniser.ts';
import { promptFor } from './ai-prompts.ts';
import { Refusal, type AskingConnections, type Member, type ServerContext } from '#server/rules/context.ts';

/**
 * The server side of recognition. The answer comes later, only to the connection that asked; headers, pictures and answers are not stored.
 * A row records who asked about which study, so that its owner can cancel it, and requests can be counted.
 */
export interface Recognition {
  /** CALL-063. */
  askHeaders(context: ServerContext, caller: Member, wsid: string, studies: readonly HeaderStudy[]): Promise<{ i: string; id: string }[]>;
  /** CALL-064. */
  askGrids(context: ServerContext, caller: Member, wsid: string, grids: readonly AskedGrid[]): Promise<{ accepted: number }>;
  /** CALL-065: for the whole study, its pictures included. */
  cancel(context: ServerContext, caller: Member, id: string): Promise<void>;
  /** Resolves when all current requests have ended. */
  settled(): Promise<void>;
  /** Cancels all requests, and waits for them. */
  stop(): Promise<void>;
}

export interface AskedGrid {
  studyId: string;
  series: readonly string[];
  /** PNG in base64. */
  image: string;
}

export interface RecognitionParts {
  recogniser: Recogniser;
  connections: AskingConnections;
  /** Other processes, which may run what is cancelled here. */
  others: { cancelRecognitions(ids: readonly string[]): void; onRecognitionsCancelled(listener: (ids: readonly string[]) => void): void };
  onFault: (place: string, error: unknown) => void;
}

const KEPT_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface Asked {
  id: string;
  study: string;
  type: PromptType;
}

export function createRecognition({ recogniser, connections, others, onFault }: RecognitionParts): Recognition {
  const running = new Map<string, { stop: AbortController; end: Promise<void> }>();
  const stopHere = (ids: readonly string[]): void => {
    for (const id of ids) running.get(id)?.stop.abort();
  };
  others.onRecognitionsCancelled(stopHere);
  return {
    async askHeaders(context, caller, wsid, studies) {
      const asked = studies.map((study) => ({ id: randomUUID(), study: study.i, type: 'text' as const, given: study }));
      await begin(context, caller, wsid, asked);
      for (const { given, ...one } of asked) {
        start(context, one, given.m, async (prompt, signal) => {
          const series = await recogniser.headers(given, prompt, signal);
          return () =>
            connections.tell(wsid, 'upload:study:aiprompt:response', {
              id: one.id,
              i: one.study,
              series: only(
                series,
                given.s.map(({ ui }) => ui),
              ),
            });
        });
      }
      return asked.map(({ id, study }) => ({ i: study, id }));
    },

    async askGrids(context, caller, wsid, grids) {
      const asked = grids.map((grid) => ({ id: randomUUID(), study: grid.studyId, type: 'image' as const, given: grid }));
      await begin(context, caller, wsid, asked);
      for (const { given, ...one } of asked) {
        start(context, one, 'MR', async (prompt, signal) => {
          const series = await recogniser.grid({ series: given.series, png: Buffer.from(given.image, 'base64') }, prompt, signal);
          return () =>
            connections.tell(wsid, 'upload:study:image-grid:analysis:response', { studyId: one.study, series: only(series, given.series) });
        });
      }
      return { accepted: grids.length };
    },

    async cancel(context, caller, id) {
      const own = { user: caller.userId, team: caller.teamId };
      const ids = await context.db.write(async (tx) => {
        const ofCaller = tx.selectFrom('recognition').where('user_id', '=', own.user).where('team_id', '=', own.team);
        const named = await ofCaller.select('study').where('id', '=', id).executeTakeFirst();
        if (named === undefined) throw new Refusal('not_found');
        const open = await ofCaller.select('id').where('study', '=', named.study).where('state', '=', 'running').execute();
        const openIds = open.map((row) => row.id);
        if (openIds.length > 0) await tx.updateTable('recognition').set({ state: 'cancelled' }).where('id', 'in', openIds).execute();
        return openIds;
      });
      stopHere(ids);
      others.cancelRecognitions(ids);
    },

    settled,

    async stop() {
      for (const { stop } of running.values()) stop.abort();
      await settled();
    },
  };

  async function settled(): Promise<void> {
    await Promise.all([...running.values()].map(({ end }) => end));
  }

  /** Refuses before any request: the connection must be the caller's, and the number of requests per user is limited. */
  async function begin({ db, now }: ServerContext, caller: Member, wsid: string, asked: readonly Asked[]): Promise<void> {
    if (!(await connections.isOf(wsid, caller)))
      throw new Refusal('invalid', { errors: { wsid: [marked('This connection is not yours.')] } });
    const { teamId: team_id, userId: user_id } = caller;
    await db.write(async (tx) => {
      await tx
        .deleteFrom('recognition')
        .where('created_at', '<', now() - KEPT_MS)
        .execute();
      const { count } = await tx
        .selectFrom('recognition')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('user_id', '=', user_id)
        .where('created_at', '>', now() - MINUTE_MS)
        .executeTakeFirstOrThrow();
      const max = LIMITS.recognitionsPerMinute;
      if (Number(count) + asked.length > max) throw new Refusal('too_many', { limit: { name: 'recognitionsPerMinute', max } });
      const rows = asked.map(({ id, study, type }) => ({
        id,
        study,
        type,
        team_id,
        user_id,
        state: 'running' as const,
        created_at: now(),
      }));
      await tx.insertInto('recognition').values(rows).execute();
    });
  }

  function start(
    { db }: ServerContext,
    { id, type }: Asked,
    modality: string,
    work: (prompt: string, signal: AbortSignal) => Promise<() => void>,
  ): void {
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      const tell = await work(await promptFor(db.read, modality, type), stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) onFault('recognition', error);
        return null;
      });
      const state = tell === null ? 'failed' : 'done';
      const ended = await db.write((tx) =>
        tx.updateTable('recognition').set({ state }).where('id', '=', id).where('state', '=', 'running').executeTakeFirst(),
      );
      // Cancelled meanwhile: the answer is no longer needed.
      if (ended.numUpdatedRows > 0n) tell?.();
    };
    const end = run()
      .catch((error: unknown) => onFault('recognition', error))
      .finally(() => running.delete(id));
    running.set(id, { stop, end });
  }
}

/** A model may answer about series that were not in the request. */
function only(series: readonly RecognisedSeries[], asked: readonly string[]): RecognisedSeries[] {
  return series.filter(({ ui }) => asked.includes(ui));
}
