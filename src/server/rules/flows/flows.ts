import type { z } from 'zod';
import type { Flow, FlowList, FlowState } from '#contract/flows.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { countFlows, flowsSeenBy, toFlows, toListed, withFacts } from './flow-rows.ts';

const DAY_MS = 86_400_000;

interface Asked {
  page: number;
  pipeline?: number | undefined;
  state?: FlowState | undefined;
  study?: string | undefined;
  days?: number | undefined;
}

/** PCALL-24. The counts are of all states, so that the page can offer them. */
export async function listFlows(
  { db, now }: ServerContext,
  caller: Member,
  { page, pipeline, state, study, days }: Asked,
): Promise<z.infer<typeof FlowList>> {
  const asked = async () => {
    let found = await flowsSeenBy(db.read, caller);
    if (pipeline !== undefined) found = found.where('flow.pipeline_id', '=', pipeline);
    if (study !== undefined) found = found.where('study.uuid', '=', study);
    return days === undefined ? found : found.where('flow.created_at', '>=', now() - days * DAY_MS);
  };
  const counts = await countFlows(await asked());
  const perPage = LIMITS.flowsPerPage;
  const inState = state === undefined ? await asked() : (await asked()).where('flow.state', '=', state);
  const rows = await withFacts(inState)
    .orderBy('flow.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const total = state === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[state];
  return { data: (await toFlows(db.read, caller, rows)).map(toListed), counts, total, per_page: perPage, current_page: page };
}

/** PCALL-24-one. */
export async function readFlow(db: Reader, caller: Member, id: number): Promise<Flow> {
  const row = await withFacts(await flowsSeenBy(db, caller))
    .where('flow.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  const [flow] = await toFlows(db, caller, [row]);
  return flow!;
}
