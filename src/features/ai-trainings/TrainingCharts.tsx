import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { LineChart } from '#ui/charts/LineChart.tsx';
import { linearScale, logScale, SHARE_SCALE } from '#ui/charts/scale.ts';
import { formatDuration } from '#ui/format.ts';
import { diceText, lossText, roundText, TEXTS } from './texts.ts';
import { diceLines, lossLine, type Along } from './training-lines.ts';
import classes from './Trainings.module.css';

/** Dice of each segment and the loss, along rounds or time. */
export function TrainingCharts({ training }: { training: AiTrainingDetail }) {
  const [along, setAlong] = useState<Along>('rounds');
  const [isLog, setLog] = useState(false);
  const axis = along === 'rounds' ? { name: TEXTS.round, text: roundText } : { name: TEXTS.time, text: formatDuration };
  const loss = lossLine(training, along, TEXTS.loss);
  const losses = loss.points.map(({ value }) => value);
  return (
    <div className={classes.charts}>
      <LineChart
        title={TEXTS.diceBySegment}
        note={TEXTS.onValidation}
        lines={diceLines(training, along, TEXTS.whole)}
        axis={axis}
        scale={SHARE_SCALE}
        value={diceText}
        none={TEXTS.noRounds}
        choice={
          <SegmentedControl
            size="xs"
            aria-label={TEXTS.xAxis}
            value={along}
            onChange={(value) => setAlong(value === 'time' ? 'time' : 'rounds')}
            data={[
              { value: 'rounds', label: TEXTS.rounds },
              { value: 'time', label: TEXTS.time },
            ]}
          />
        }
      />
      <LineChart
        title={TEXTS.loss}
        lines={[loss]}
        axis={axis}
        scale={isLog ? logScale(losses) : linearScale(losses)}
        value={lossText}
        none={training.engine === 'trees' ? TEXTS.noLoss : TEXTS.noRounds}
        choice={
          losses.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={TEXTS.yAxis}
              value={isLog ? 'log' : 'linear'}
              onChange={(value) => setLog(value === 'log')}
              data={[
                { value: 'linear', label: TEXTS.linear },
                { value: 'log', label: TEXTS.log },
              ]}
            />
          )
        }
      />
    </div>
  );
}
