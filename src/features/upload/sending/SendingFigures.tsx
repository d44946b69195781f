import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { formatBytes, formatBytesOf, formatCount, formatDuration, formatRate, formatTime } from '#ui/format.ts';
import { Around } from '#ui/upload/Around.tsx';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import { useSession } from '#ui/session-context.tsx';
import type { Link } from './link-quality.ts';
import { SendingCard } from './SendingCard.tsx';
import { SentBar } from './SentBar.tsx';
import { LINK_TEXTS, linkNoteText, SENDING_TEXTS } from './sending-texts.ts';
import { TEXTS } from '#features/upload/texts.ts';
import { useLink } from './use-link-quality.ts';
import { useNow } from '#features/upload/use-now.ts';

/** The progress: verified in green, on the server in blue, the rest waits here; and the quality of the link. */
export function SendingFigures({ view, narrow }: { view: UploadView; narrow: boolean }) {
  const { bytes, files } = view;
  const { serverReachable } = useSession<Session>();
  const link = useLink(view, serverReachable);
  const bar = <SentBar bytes={bytes} />;
  if (narrow) return <SendingCard view={view} link={link} bar={bar} />;
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
      {bytes.confirmed < bytes.queued && (
        <LinkFigures link={link} isMoving={serverReachable && view.halt === null && view.waiting === null} />
      )}
      <Figure
        name={TEXTS.proved}
        value={
          <>
            <Around text={(proved) => t('{verified} of {total} files', { verified: proved, total: formatCount(files.queued) })}>
              <strong>{formatCount(files.proved)}</strong>
            </Around>
          </>
        }
        note={t('{size} compared', { size: formatBytes(bytes.proved) })}
      />
    </Figures>
  );
}

/** Their space stays while nothing is known, so that the others do not move. */
function LinkFigures({ link, isMoving }: { link: Link; isMoving: boolean }) {
  const { quality, bytesPerSecond, secondsLeft, breaks } = link;
  const now = useNow();
  const unknown = isMoving ? SENDING_TEXTS.notKnown : SENDING_TEXTS.notMoving;
  return (
    <>
      <Figure name={TEXTS.rate} value={bytesPerSecond === null ? unknown : <strong>{formatRate(bytesPerSecond)}</strong>} />
      <Figure
        name={TEXTS.timeLeft}
        value={secondsLeft === null ? unknown : <strong>{formatDuration(secondsLeft)}</strong>}
        note={secondsLeft === null ? undefined : t('done about {time}', { time: formatTime(now + secondsLeft * 1000) })}
      />
      <Figure
        name={SENDING_TEXTS.link}
        value={quality === null ? SENDING_TEXTS.notKnown : <strong data-link={quality}>{LINK_TEXTS[quality]}</strong>}
        note={quality === null ? undefined : linkNoteText(quality, breaks)}
      />
    </>
  );
}

/** `20.6 of 42.9 MB` → the figure, and the rest. */
function splitOf(text: string): [string, string] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at)];
}
