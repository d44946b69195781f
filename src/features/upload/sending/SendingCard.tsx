import { IconArrowBarUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { formatBytesOf, formatDuration, formatRate, formatShare } from '#ui/format.ts';
import { Around } from '#ui/upload/Around.tsx';
import type { Link } from './link-quality.ts';
import classes from './SendingCard.module.css';
import { linkShortText } from './sending-texts.ts';
import { provedShortText } from '#features/upload/texts.ts';

/** The transfer figures on a phone, mainly the remaining time. */
export function SendingCard({ view: { bytes, files }, link, bar }: { view: UploadView; link: Link; bar: ReactNode }) {
  return (
    <section className={classes.card} aria-label={t('Progress')}>
      <div className={classes.line}>
        <span>
          <Around
            text={(figure) => (link.secondsLeft === null ? t('{share} sent', { share: figure }) : t('{time} left', { time: figure }))}
          >
            <strong className={classes.figure}>
              {link.secondsLeft === null ? formatShare(shareOf(bytes)) : formatDuration(link.secondsLeft)}
            </strong>
          </Around>
        </span>
        <span>{formatBytesOf(bytes.confirmed, bytes.queued)}</span>
      </div>
      {bar}
      <div className={classes.line}>
        <span>{provedShortText(files.proved, files.queued)}</span>
        <span className={classes.rate}>
          {link.bytesPerSecond !== null && <IconArrowBarUp size={15} stroke={1.75} aria-hidden />}
          {[link.bytesPerSecond !== null && formatRate(link.bytesPerSecond), link.quality !== null && linkShortText(link.quality)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
    </section>
  );
}

function shareOf({ confirmed, queued }: UploadView['bytes']): number {
  return queued > 0 ? confirmed / queued : 0;
}
