import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { OwnRead, ReadingList } from '#contract/campaigns.ts';
import { t } from '#language/t.ts';
import type { ReadMoveWrite } from '#model/campaigns/shown-reads.ts';
import { organizeKey } from '#features/segmentations/use-organize.ts';
import { commentsKey } from '#sync/comments-key.ts';
import { studyFormsKey } from '#sync/forms-key.ts';
import { measurementsKey } from '#sync/measurements-key.ts';
import { readsKey } from '#sync/reads-key.ts';
import type { WritePart } from './write-part.ts';

/** Moves of reads of a campaign. What was made in a read stays where it is, also if its move is refused. */
export const READ_MOVES: WritePart<ReadMoveWrite, OwnRead> = {
  send: sendMove,
  show({ client, team }, { campaign, read: uuid, study }, read) {
    if (read !== undefined)
      client.setQueryData<ReadingList>(
        readsKey(team, campaign),
        (list) => list && { ...list, reads: list.reads.map((each) => (each.uuid === uuid ? read : each)) },
      );
    // The server shows of a case what was made in the present read.
    for (const queryKey of [
      ['campaigns', team],
      organizeKey(team, study),
      measurementsKey(team, study),
      commentsKey(team, study),
      studyFormsKey(team, study),
    ])
      void client.invalidateQueries({ queryKey });
  },
  keys: (team, { campaign }) => [readsKey(team, campaign), ['campaigns', team]],
  refusedText,
};

async function sendMove({ campaign: uuid, read, body }: ReadMoveWrite): Promise<ApiResult<OwnRead>> {
  const answer = await callApi(CALLS.moveRead, { params: { uuid, read }, body, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

function refusedText(failure: ApiFailure, { body }: ReadMoveWrite): string {
  const done = { start: t('The case was not started.'), finish: t('The case was not finished.'), skip: t('The case was not skipped.') }[
    body.act
  ];
  const why = changeFailureText(failure, {
    not_found: t('You no longer read in this campaign, or the study is gone.'),
    campaign_state: t('The campaign has finished.'),
    task_moved: t('It was finished before.'),
  });
  return `${done} ${why} ${t('What you made in it is kept.')}`;
}
