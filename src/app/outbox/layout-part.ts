import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { SavedLayout } from '#contract/layouts.ts';
import { t } from '#language/t.ts';
import { keepLayoutAsOwn } from '#localdb/outbox/layouts.ts';
import type { LayoutWrite } from '#model/layouts/shown-layouts.ts';
import { layoutsKey } from '#sync/layouts-key.ts';
import type { WritePart } from './write-part.ts';

/** Saved and deleted layouts. A change that cannot be made becomes a layout of the user's own. */
export const LAYOUTS: WritePart<LayoutWrite, SavedLayout | null> = {
  send: sendLayout,
  show({ client, team }, { layout }, saved) {
    if (saved === undefined) return;
    client.setQueryData<SavedLayout[]>(layoutsKey(team), (list) => list && withAnswer(list, layout, saved));
  },
  keys: (team) => [layoutsKey(team)],
  refusedText,
  async storeInstead(db, _, { seq, write, failure }) {
    if (write.kind === 'layout' && whyOwn(failure, write) !== null) await keepLayoutAsOwn(db, seq, write);
  },
};

/**
 * A server of an earlier version answers `not_found` (docs/decisions/339), which this version never says of a new layout or a deletion. Then the write
 * waits for a later version.
 */
async function sendLayout(write: LayoutWrite): Promise<ApiResult<SavedLayout | null>> {
  const answer = await callServer(write);
  const isUnknown = !answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'not_found';
  return isUnknown && (write.kind === 'layout-deletion' || write.base === 0) ? { ok: false, failure: { kind: 'network' } } : answer;
}

/** Null: deleted. */
async function callServer(write: LayoutWrite): Promise<ApiResult<SavedLayout | null>> {
  const params = { layout: write.layout };
  if (write.kind === 'layout-deletion') return callApi(CALLS.deleteLayout, { params, quiet: true });
  const { of_team, base, device, content } = write;
  const answer = await callApi(CALLS.saveLayout, { params, body: { ...content, of_team, base, device }, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

function withAnswer(list: readonly SavedLayout[], uuid: string, saved: SavedLayout | null): SavedLayout[] {
  const others = list.filter((each) => each.uuid !== uuid);
  return saved === null ? others : [...others, saved];
}

/** What is said if the change becomes a layout of the user's own; null: it does not. */
function whyOwn(failure: ApiFailure, { of_team, content: { name } }: Extract<LayoutWrite, { kind: 'layout' }>): string | null {
  if (failure.kind !== 'refused') return null;
  if (failure.code === 'conflict')
    return t('The layout “{name}” was changed in the meantime. Yours is kept as a layout of your own.', { name });
  if (failure.code === 'not_found')
    return t('The layout “{name}” was deleted in the meantime. Yours is kept as a layout of your own.', { name });
  if (failure.code !== 'not_allowed' || !of_team) return null;
  return t('The layout “{name}” can be changed by administrators of the team only. Yours is kept as a layout of your own.', { name });
}

function refusedText(failure: ApiFailure, write: LayoutWrite): string {
  const why = changeFailureText(failure, {
    too_large: failure.kind === 'refused' && failure.limit ? t('There are {max} layouts already.', { max: failure.limit.max }) : undefined,
  });
  if (write.kind === 'layout-deletion') return t('The layout was not deleted. {why}', { why });
  return whyOwn(failure, write) ?? t('The layout “{name}” was not saved. {why}', { name: write.content.name, why });
}
