import type { DecidedClass, Proposal, ProposalDecision } from '#contract/ai/inferences.ts';

/** What waits to be sent (PCALL-162). `infer`: id of the inference. */
export interface ProposalWrite {
  kind: 'proposal-decision';
  /** UUID. */
  study: string;
  infer: number;
  /** Of the segment. */
  value: number;
  decision: ProposalDecision;
  dice: number | null;
}

/** `waits`: the server has not received it. */
export type ShownDecision = Omit<DecidedClass, 'at'> & { waits: boolean };

/** `onDevice`: computed here, and unknown to the server. Its id is negative. */
export interface ShownProposal extends Omit<Proposal, 'decided'> {
  decided: readonly ShownDecision[];
  onDevice?: true;
}

/** The proposals of a study from the last answer, with this user's later decisions applied in their order. */
export function shownProposals(
  answered: readonly Proposal[],
  writes: readonly ({ kind: string } | ProposalWrite)[],
  author: string,
): ShownProposal[] {
  const waiting = writes.filter((write) => isOfProposal(write));
  return answered.map(({ decided, ...proposal }) =>
    waiting
      .filter(({ infer }) => infer === proposal.id)
      .reduce<ShownProposal>(
        (shown, { value, decision, dice }) => withDecision(shown, { value, decision, dice, by: author, waits: true }),
        { ...proposal, decided: decided.map((each) => ({ ...each, waits: false })) },
      ),
  );
}

/** The last decision about a segment counts. */
export function withDecision(proposal: ShownProposal, decision: ShownDecision): ShownProposal {
  return { ...proposal, decided: [...proposal.decided.filter(({ value }) => value !== decision.value), decision] };
}

const isOfProposal = (write: { kind: string }): write is ProposalWrite => write.kind === 'proposal-decision';
