import type { Status as StatusWord } from '#model/status.ts';
import { formatBytesOf } from '#ui/format.ts';
import { Passage, type PassageStep } from '#ui/status/Passage.tsx';
import { Status } from '#ui/status/Status.tsx';
import { ProgressBar, type BarTone } from '#ui/upload/ProgressBar.tsx';
import classes from './SendingTable.module.css';

interface TransferCellsProps {
  what: string;
  status: StatusWord;
  done: number;
  total: number;
  thick?: boolean;
}

/** Cells of a row being sent: bar, bytes, status, passage. All four use the same numbers. */
export function TransferCells({ what, status, done, total, thick = false }: TransferCellsProps) {
  return (
    <>
      <div className={classes.bar} role="cell">
        <ProgressBar parts={[{ amount: done, tone: BAR_TONES[status] }]} total={total} label={what} thick={thick} />
      </div>
      <div className={classes.bytes} role="cell">
        {formatBytesOf(done, total)}
      </div>
      <div className={classes.status} role="cell">
        <Status word={status} />
      </div>
      <div className={classes.passage} role="cell">
        <Passage word={status} {...failedAt(status, done, total)} />
      </div>
    </>
  );
}

/** A failure after the last acknowledged byte happened in conversion; an earlier one while sending. */
function failedAt(status: StatusWord, done: number, total: number): { failedAt?: PassageStep } {
  if (status !== 'failed') return {};
  return { failedAt: total > 0 && done >= total ? 5 : 2 };
}

const BAR_TONES: Record<StatusWord, BarTone> = {
  reading: 'still',
  'on this device': 'still',
  queued: 'still',
  sending: 'moving',
  'on server': 'moving',
  verified: 'sure',
  converting: 'sure',
  converted: 'sure',
  failed: 'broken',
  skipped: 'still',
};
