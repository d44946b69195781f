import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiResult } from '#api/result.ts';
import type { Proposal, StudyProposals } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import { t } from '#language/t.ts';
import type { ProposalWrite } from '#model/ai/shown-proposals.ts';
import { proposalsKey } from '#sync/proposals-key.ts';
import type { WritePart } from './write-part.ts';

/** Decisions about what models have proposed. */
export const PROPOSALS: WritePart<ProposalWrite, Proposal> = {
  send: sendDecision,
  show({ client, team }, { study }, saved) {
    if (saved === undefined) return;
    client.setQueryData<StudyProposals>(
      proposalsKey(team, study),
      (known) => known && { ...known, data: known.data.map((each) => (each.id === saved.id ? saved : each)) },
    );
  },
  keys: (team, { study }) => [proposalsKey(team, study)],
  refusedText: (failure) =>
    t('What you decided about a proposal was not recorded. {why}', {
      why: changeFailureText(failure, { not_found: t('The proposal or its study is no longer there, or you may no longer see it.') }),
    }),
};

async function sendDecision({ study, infer, value, decision, dice }: ProposalWrite): Promise<ApiResult<Proposal>> {
  const params = { uuid: study, id: String(infer), value: String(value) };
  const answer = await callApi(CALLS.decideProposal, { params, body: { decision, dice }, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
