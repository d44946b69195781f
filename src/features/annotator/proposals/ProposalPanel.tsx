import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconDeviceLaptop, IconSparkles } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { StudyDetail } from '#contract/study-detail.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import classes from './ProposalPanel.module.css';
import { DeviceOffers } from './DeviceOffers.tsx';
import { ProposedSegments } from './ProposedSegments.tsx';
import { choiceText, diceText, learnedText, modelText, PROPOSAL_TEXTS, statusText, unlikeText } from './proposal-texts.ts';
import { useProposals } from './use-proposals.ts';

/** What a model has proposed for the study: who proposes, how good it is, and a decision for each segment (design.md §19, Suggestions). */
export function ProposalPanel({ study, onSegments }: { study: StudyDetail; onSegments: () => void }) {
  const { proposals } = useWorkstation();
  const list = useProposals((state) => state.list);
  const chosen = useProposals((state) => state.chosen);
  const status = useProposals((state) => state.status);
  useEffect(() => {
    proposals.show(true);
    return () => proposals.show(false);
  }, [proposals]);
  const proposal = list?.find(({ id }) => id === chosen);
  const trouble = statusText(status);
  return (
    <section className={classes.panel} aria-label={PROPOSAL_TEXTS.title}>
      {list !== null && list.length > 1 && (
        <NativeSelect
          size="sm"
          aria-label={PROPOSAL_TEXTS.choose}
          value={String(chosen)}
          data={list.map((each) => ({ value: String(each.id), label: choiceText(each) }))}
          onChange={({ currentTarget }) => proposals.choose(Number(currentTarget.value))}
        />
      )}
      {proposal !== undefined && (
        <>
          <ModelCard proposal={proposal} />
          <p className={classes.note} role="status">
            {trouble}
          </p>
          {trouble !== null && status !== 'loading' && (
            <Button size="xs" variant="default" onClick={() => proposals.retry()}>
              {PROPOSAL_TEXTS.retry}
            </Button>
          )}
          <ProposedSegments key={proposal.id} {...{ study, proposal, onSegments }} />
        </>
      )}
      <DeviceOffers />
      <p className={classes.warning}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {PROPOSAL_TEXTS.notForDiagnosis}
      </p>
    </section>
  );
}

function ModelCard({ proposal }: { proposal: ShownProposal }) {
  const unlike = unlikeText(proposal.summary.unlike);
  const { learned_from_patient: isLearnedFrom, model } = proposal;
  return (
    <div className={classes.card}>
      <p className={classes.model}>
        <IconSparkles size={16} stroke={1.5} aria-hidden />
        {modelText(proposal)}
      </p>
      <p className={classes.fact}>{learnedText(proposal)}</p>
      <p className={classes.fact}>{diceText(proposal)}</p>
      {isLearnedFrom !== null && <p className={classes.note}>{isLearnedFrom ? PROPOSAL_TEXTS.otherStudy : PROPOSAL_TEXTS.ownStudy}</p>}
      {proposal.onDevice && (
        <p className={classes.here}>
          <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
          {PROPOSAL_TEXTS.computedHere}
        </p>
      )}
      {model.withdrawn && <Warning text={PROPOSAL_TEXTS.withdrawn} />}
      {unlike !== null && <Warning text={unlike} />}
    </div>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <p className={classes.warning}>
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      {text}
    </p>
  );
}
