import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { parseWireDate } from '#contract/dates.ts';
import { translated } from '#language/t.ts';
import { trainingSecondsLeft } from '#model/ai/time-left.ts';
import { formatCount, formatDuration, formatShare } from '#ui/format.ts';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { roundsOf } from './training-lines.ts';
import { bestText, casesText, datasetText, diceText, doneAboutText, leftText, lossText, TEXTS } from './texts.ts';

/** How far a training is, and how good. `now`: when its data were read. */
export function TrainingFigures({ training, now }: { training: AiTrainingDetail; now: number }) {
  const { state, fraction, dice, cases, worker, message, dataset } = training;
  const rounds = roundsOf(training);
  const left = trainingSecondsLeft(training, now);
  const studies = cases.train + cases.validation + cases.test;
  const isMoving = state === 'running' || state === 'uploading';
  return (
    <Figures>
      <Figure
        name={TEXTS.round}
        value={<strong>{rounds === null ? TEXTS.none : formatCount(rounds.last)}</strong>}
        note={formatShare(fraction)}
      >
        <ProgressBar label={TEXTS.round} total={1} parts={[{ amount: fraction, tone: isMoving ? 'moving' : 'still' }]} thick />
      </Figure>
      {left === null ? (
        <Took training={training} />
      ) : (
        <Figure name={TEXTS.timeLeft} value={<strong>{leftText(left)}</strong>} note={doneAboutText(left, now)} />
      )}
      <Figure
        name={TEXTS.meanDice}
        value={<strong>{dice === null ? TEXTS.none : diceText(dice)}</strong>}
        note={rounds?.best ? bestText(rounds.best.dice, rounds.best.round) : undefined}
      />
      <Figure name={TEXTS.loss} value={<strong>{rounds === null || rounds.loss === null ? TEXTS.none : lossText(rounds.loss)}</strong>} />
      <Figure name={TEXTS.cases} value={<strong>{formatCount(studies)}</strong>} note={`${casesText(cases)}, ${datasetText(dataset)}`} />
      <Figure name={TEXTS.worker} value={<strong>{worker ?? TEXTS.none}</strong>} note={isMoving ? translated(message) : undefined} />
    </Figures>
  );
}

function Took({ training: { started_at: started, ended_at: ended } }: { training: AiTrainingDetail }) {
  const [from, to] = [started, ended].map((at) => (at === null ? null : parseWireDate(at)));
  return (
    <Figure
      name={TEXTS.took}
      value={<strong>{from && to ? formatDuration((to.getTime() - from.getTime()) / 1_000) : TEXTS.none}</strong>}
    />
  );
}
