import { z } from '#contract/zod.ts';
import { ClickAnswer, ClickPrompt, ClickTaken, ClickTurn, NewClickSession } from '#contract/ai/click-sessions.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';

const OfSession = z.object({ uuid: Uuid });
const people = { permission: 'r:segmentations' } as const;

/** Clicks that a worker answers: docs/workers.md. */
export const CLICK_SESSION_CALLS = {
  openClickSession: {
    id: 'PCALL-177',
    base: 'api',
    method: 'POST',
    path: 'studies/:uuid/click-sessions',
    access: people,
    params: OfSession,
    body: NewClickSession,
    answer: z.object({ data: z.null() }),
    summary: 'Let a worker get ready for clicks on a series. It replaces the session that the caller had',
  },
  sendClicks: {
    id: 'PCALL-178',
    base: 'api',
    method: 'POST',
    path: 'click-sessions/:uuid/prompts',
    access: people,
    params: OfSession,
    body: ClickPrompt,
    answer: z.object({ data: z.null() }),
    repeats: true,
    summary: 'Ask for the mask after a click. A later prompt replaces it',
  },
  clickAnswer: {
    id: 'PCALL-179',
    base: 'api',
    method: 'GET',
    path: 'click-sessions/:uuid/prompts/:number',
    access: people,
    params: z.object({ uuid: Uuid, number: z.string().regex(/^[1-9]\d{0,6}$/) }),
    query: z.object({
      waitSeconds: z.coerce
        .number()
        .int()
        .min(0)
        .max(LIMITS.workerPollMs / 1_000)
        .default(0),
    }),
    answer: z.object({ data: ClickAnswer }),
    repeats: true,
    summary: 'Wait for the mask after a click',
  },
  closeClickSession: {
    id: 'PCALL-180',
    base: 'api',
    method: 'DELETE',
    path: 'click-sessions/:uuid',
    access: people,
    params: OfSession,
    answer: z.object({ data: z.null() }),
    summary: 'End a session. Its masks are deleted',
  },
  takeClicks: {
    id: 'PCALL-181',
    base: 'api',
    method: 'POST',
    path: 'ai-workers/:uuid/clicks',
    access: 'worker-key',
    params: OfSession,
    body: ClickTurn,
    answer: ClickTaken,
    repeats: true,
    summary: 'Answer a prompt, and wait for the next one or for a session. It extends the lease of the session',
  },
} as const;
