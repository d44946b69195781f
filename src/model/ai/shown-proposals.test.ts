import { expect, it } from 'vitest';
import type { Proposal } from '#contract/ai/inferences.ts';
import { shownProposals, type ProposalWrite } from './shown-proposals.ts';

const proposal = (id: number, decided: Proposal['decided'] = []): Proposal => ({ id, decided }) as Proposal;
const write = (infer: number, value: number, decision: ProposalWrite['decision'], dice: number | null = null): ProposalWrite => ({
  ...{ kind: 'proposal-decision', study: 's', infer, value, decision, dice },
});

it('shows decisions that wait on the device as those of the user, the last one of each segment [AI-86]', () => {
  const at = '2026-01-02 03:04:05';
  const answered = [proposal(1, [{ value: 1, decision: 'accepted', dice: 1, by: 'Tom', at }]), proposal(2)];
  const writes = [write(1, 1, 'corrected'), { kind: 'study-label' }, write(1, 2, 'refused'), write(1, 1, 'corrected', 0.9)];
  const [first, second] = shownProposals(answered, writes, 'Eva');
  expect(first!.decided).toEqual([
    { value: 2, decision: 'refused', dice: null, by: 'Eva', waits: true },
    { value: 1, decision: 'corrected', dice: 0.9, by: 'Eva', waits: true },
  ]);
  expect(second!.decided).toEqual([]);
  expect(shownProposals(answered, [], 'Eva')[0]!.decided).toMatchObject([{ decision: 'accepted', by: 'Tom', waits: false }]);
});
