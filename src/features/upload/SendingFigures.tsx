import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/upload-view.ts';
import { formatBytes, formatBytesOf, formatCount, formatDuration, formatRate, formatTime } from '#ui/format.ts';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { useTransferRate } from '#workers/transfer/use-transfer-rate.ts';
import { SendingCard } from './SendingCard.tsx';
import { TEXTS } from './texts.ts';
import { useNow } from './use-now.ts';

/** How far the bytes are: proved in green, on the server in blue, the rest waits here. */
export function SendingFigures({ db, view, narrow }: { db: LocalDb; view: UploadView; narrow: boolean }) {
  const { bytes, files } = view;
  const rate = useTransferRate(db);
  const now = useNow();
  const bar = <SentBar bytes={bytes} />;
  if (narrow) return <SendingCard view={view} rate={rate} bar={bar} />;
  const [sent, total] = splitOf(formatBytesOf(bytes.confirmed, bytes.queued));
  return (
    <Figures>
      <Figure
        name={TEXTS.sent}
        value={
          <>
            <strong>{sent}</strong>
            {total}
          </>
        }
      >
        {bar}
      </Figure>
      {rate.bytesPerSecond !== null && <Figure name={TEXTS.rate} value={<strong>{formatRate(rate.bytesPerSecond)}</strong>} />}
      {rate.secondsLeft !== null && (
        <Figure
          name={TEXTS.timeLeft}
          value={<strong>{formatDuration(rate.secondsLeft)}</strong>}
          note={`done about ${formatTime(now + rate.secondsLeft * 1000)}`}
        />
      )}
      <Figure
        name={TEXTS.proved}
        value={
          <>
            <strong>{formatCount(files.proved)}</strong>
            {` of ${formatCount(files.queued)} files`}
          </>
        }
        note={`${formatBytes(bytes.proved)} compared, byte for byte`}
      />
    </Figures>
  );
}

function SentBar({ bytes }: Pick<UploadView, 'bytes'>) {
  const parts = [
    { amount: bytes.proved, tone: 'sure' },
    { amount: bytes.confirmed - bytes.proved, tone: 'moving' },
  ] as const;
  return <ProgressBar parts={parts} total={bytes.queued} label={TEXTS.sent} thick />;
}

/** `20.6 of 42.9 MB` → the figure, and what it is measured by. */
function splitOf(text: string): [string, string] {
  const at = text.indexOf(' of ');
  return [text.slice(0, at), text.slice(at)];
}
