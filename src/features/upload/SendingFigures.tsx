import { useTransferRate } from '#workers/transfer/use-transfer-rate.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/upload-view.ts';
import { formatBytes, formatBytesOf, formatCount, formatDuration, formatRate, formatTime } from '#ui/format.ts';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { TEXTS } from './texts.ts';
import { useNow } from './use-now.ts';

/** How far the bytes are: proved in green, on the server in blue, the rest waits here. */
export function SendingFigures({ db, view: { bytes, files } }: { db: LocalDb; view: UploadView }) {
  const { bytesPerSecond, secondsLeft } = useTransferRate(db);
  const now = useNow();
  const [sent, total] = splitOf(formatBytesOf(bytes.confirmed, bytes.queued));
  return (
    <Figures>
      <Figure name={TEXTS.sent} value={<><strong>{sent}</strong>{total}</>}>
        <ProgressBar
          parts={[{ amount: bytes.proved, tone: 'sure' }, { amount: bytes.confirmed - bytes.proved, tone: 'moving' }]}
          total={bytes.queued}
          label={TEXTS.sent}
          thick
        />
      </Figure>
      {bytesPerSecond !== null && <Figure name={TEXTS.rate} value={<strong>{formatRate(bytesPerSecond)}</strong>} />}
      {secondsLeft !== null && bytes.confirmed < bytes.queued && (
        <Figure name={TEXTS.timeLeft} value={<strong>{formatDuration(secondsLeft)}</strong>} note={`done about ${formatTime(now + secondsLeft * 1000)}`} />
      )}
      <Figure
        name={TEXTS.proved}
        value={<><strong>{formatCount(files.proved)}</strong>{` of ${formatCount(files.queued)} files`}</>}
        note={`${formatBytes(bytes.proved)} compared, byte for byte`}
      />
    </Figures>
  );
}

/** `20.6 of 42.9 MB` → the figure, and what it is measured by. */
function splitOf(text: string): [string, string] {
  const at = text.indexOf(' of ');
  return [text.slice(0, at), text.slice(at)];
}
