import { IconArrowBarUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { formatBytesOf, formatDuration, formatRate, formatShare } from '#ui/format.ts';
import type { TransferRate } from '#workers/transfer/use-transfer-rate.ts';
import classes from './SendingCard.module.css';
import { provedShortText } from './texts.ts';

/** The figures of the transfer on a phone: the time that is left is the one that counts. */
export function SendingCard({ view: { bytes, files }, rate, bar }: { view: UploadView; rate: TransferRate; bar: ReactNode }) {
  return (
    <section className={classes.card} aria-label="Progress">
      <div className={classes.line}>
        <span>
          <strong className={classes.figure}>
            {rate.secondsLeft === null ? formatShare(shareOf(bytes)) : formatDuration(rate.secondsLeft)}
          </strong>
          {rate.secondsLeft === null ? ' sent' : ' left'}
        </span>
        <span>{formatBytesOf(bytes.confirmed, bytes.queued)}</span>
      </div>
      {bar}
      <div className={classes.line}>
        <span className={classes.rate}>
          {rate.bytesPerSecond !== null && (
            <>
              <IconArrowBarUp size={15} stroke={1.75} aria-hidden /> {formatRate(rate.bytesPerSecond)}
            </>
          )}
        </span>
        <span>{provedShortText(files.proved, files.queued)}</span>
      </div>
    </section>
  );
}

function shareOf({ confirmed, queued }: UploadView['bytes']): number {
  return queued > 0 ? confirmed / queued : 0;
}
