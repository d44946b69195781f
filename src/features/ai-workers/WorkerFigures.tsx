import type { WorkerOverview } from '#contract/ai/workers.ts';
import { formatCount } from '#ui/format.ts';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import { firstEndsText, firstTryText, oldestText, seenText, statesText, TEXTS } from './texts.ts';
import classes from './Workers.module.css';

export function WorkerFigures({ overview, now }: { overview: WorkerOverview; now: number }) {
  const workers = overview.workers.filter(({ state }) => state !== 'revoked');
  const stuck = overview.stuck.reduce((sum, { count }) => sum + count, 0);
  return (
    <Figures>
      <Figure
        name={TEXTS.workers}
        value={<strong>{seenText(workers.length, workers.filter(({ state }) => state !== 'lost').length)}</strong>}
        note={statesText(workers)}
      />
      <Figure name={TEXTS.jobsWaiting} value={<strong>{formatCount(overview.waiting)}</strong>} note={oldestText(overview.oldest, now)} />
      <Figure name={TEXTS.jobsRunning} value={<strong>{formatCount(overview.running)}</strong>} />
      <Figure name={TEXTS.done24h} value={<strong>{formatCount(overview.done_24h)}</strong>} note={firstTryText(overview)} />
      <Figure
        name={TEXTS.noneCanTake}
        value={<strong className={stuck > 0 ? classes.stuck : undefined}>{formatCount(stuck)}</strong>}
        note={overview.stuck[0] && firstEndsText(overview.stuck[0].ends)}
      />
    </Figures>
  );
}
