import { Button, Kbd } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ProposalDecision } from '#contract/ai/inferences.ts';
import type { StudyDetail } from '#contract/study-detail.ts';
import { formatDecimal } from '#language/numbers.ts';
import type { ShownProposal } from '#model/ai/shown-proposals.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { chordText } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import classes from './ProposalPanel.module.css';
import { diceWithProposed } from './dice-with-proposed.ts';
import { goToClass } from './go-to-class.ts';
import { colourAt } from './proposal-store.ts';
import { decidedText, PROPOSAL_TEXTS } from './proposal-texts.ts';
import { takeSegment } from './take-segment.ts';
import { useProposals } from './use-proposals.ts';
import { WhereToPut } from './WhereToPut.tsx';

/** The segments with a decision for each. What is accepted or corrected is drawn into the open segmentation, as one action that can be undone. */
export function ProposedSegments({ study, proposal, onSegments }: { study: StudyDetail; proposal: ShownProposal; onSegments: () => void }) {
  const workstation = useWorkstation();
  const { proposals, masks, voxels } = workstation;
  const { user, serverReachable } = useSession<Session>();
  const { segmentations, segmentation } = useMaskPanel();
  const locked = useMask((state) => state.locked);
  const isOpen = useMask((state) => state.status === 'open');
  const current = useProposals((state) => state.current);
  const isShown = useProposals((state) => state.status === 'shown');
  const [busy, setBusy] = useState<number | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const isOnSeries = segmentation?.mask?.series === proposal.series;
  const mayTake = isShown && isOnSeries && isOpen && segmentation.may.edit;
  const { classes: segments } = proposal.summary;

  /** Accepted is what was proposed; how much of it a correction keeps is known once it is done. */
  const record = (value: number, decision: ProposalDecision, dice: number | null = decision === 'accepted' ? 1 : null): Promise<void> =>
    proposals.decide(proposal, { value, decision, dice, by: user.name });

  async function measure(value: number) {
    if (busy !== null) return;
    setBusy(value);
    setSaid(null);
    try {
      const { bytes } = proposals;
      const segment = segments.find((each) => each.value === value)!;
      const dice =
        bytes === null || segmentation === null
          ? null
          : await diceWithProposed({ voxels, segmentation }, segment, bytes, study.meta.studyInstanceUid);
      if (dice === null) return setSaid(PROPOSAL_TEXTS.notMeasured);
      await record(value, 'corrected', dice);
    } catch (error) {
      reportError(error);
      setSaid(PROPOSAL_TEXTS.failed);
    } finally {
      setBusy(null);
    }
  }

  async function decide(value: number, decision: ProposalDecision) {
    if (busy !== null) return;
    setBusy(value);
    setSaid(null);
    try {
      const at = segments.findIndex((each) => each.value === value);
      const { bytes } = proposals;
      if (decision !== 'refused') {
        if (!mayTake || bytes === null) return setSaid(PROPOSAL_TEXTS.noSegmentation);
        const into = { voxels, segmentations, segmentation, locked: [...locked], colour: colourAt(at) };
        const taken = await takeSegment(into, segments[at]!, bytes, study.meta.studyInstanceUid);
        if (!taken.ok) return setSaid(PROPOSAL_TEXTS.failed);
        masks.wasStored();
        masks.choose(taken.segment);
      }
      await record(value, decision);
      if (decision === 'corrected') onSegments();
    } catch (error) {
      reportError(error);
      setSaid(PROPOSAL_TEXTS.failed);
    } finally {
      setBusy(null);
    }
  }

  const hasSlices = useOpenSeries(proposal.series)?.gridSlices != null;
  useEffect(() => {
    // Once: afterwards whoever looks decides where.
    const first = proposals.read().current;
    if (isShown && hasSlices && first !== null) goToClass(workstation, proposal.series, first);
  }, [workstation, proposals, proposal.series, isShown, hasSlices]);

  const { keyOf } = useOwnKeys();
  // A key may come right after the buttons became usable, before effects have run again: it must not meet what was true before.
  const decideByKey = useEffectEvent((decision: ProposalDecision) => {
    if (current !== null) void decide(current, decision);
  });
  useEffect(() => proposals.answerKeys((decision) => decideByKey(decision)), [proposals]);

  return (
    <>
      {!mayTake && isShown && <WhereToPut series={proposal.series} />}
      <ul className={classes.rows}>
        {segments.map(({ value, title, ml, voxels: count }, at) => {
          const decided = proposal.decided.find((each) => each.value === value);
          const isCurrent = current === value;
          return (
            <li key={value} className={classes.row} data-current={isCurrent || undefined}>
              <button
                type="button"
                className={classes.head}
                onClick={() => {
                  proposals.setCurrent(value);
                  goToClass(workstation, proposal.series, value);
                }}
                disabled={count === 0}
              >
                <span className={classes.swatch} style={{ '--segment': colourAt(at) } as object} />
                <bdi className={classes.title}>{title}</bdi>
                <span className={classes.size}>{count === 0 ? PROPOSAL_TEXTS.nothingProposed : `${formatDecimal(ml, 1)} ml`}</span>
              </button>
              {decided !== undefined && (
                <p className={classes.note}>
                  {decidedText(decided)}
                  {decided.waits && !serverReachable && ` · ${PROPOSAL_TEXTS.notSent}`}
                </p>
              )}
              {decided?.decision === 'corrected' && decided.dice === null && (
                <div className={classes.acts}>
                  <Button size="xs" variant="default" loading={busy === value} disabled={!mayTake} onClick={() => void measure(value)}>
                    {PROPOSAL_TEXTS.doneCorrecting}
                  </Button>
                </div>
              )}
              {isCurrent && (
                <div className={classes.acts}>
                  <Button
                    size="xs"
                    loading={busy === value}
                    disabled={!mayTake}
                    onClick={() => void decide(value, 'accepted')}
                    rightSection={<Kbd>{chordText(keyOf('accept'))}</Kbd>}
                  >
                    {PROPOSAL_TEXTS.accept}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={!mayTake}
                    onClick={() => void decide(value, 'corrected')}
                    rightSection={<Kbd>{chordText(keyOf('correct'))}</Kbd>}
                  >
                    {PROPOSAL_TEXTS.correct}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => void decide(value, 'refused')}
                    rightSection={<Kbd>{chordText(keyOf('refuse'))}</Kbd>}
                  >
                    {PROPOSAL_TEXTS.refuse}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <p className={classes.note} role="status">
        {said}
      </p>
    </>
  );
}
