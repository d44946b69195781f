import type { UploadView } from '#model/uploads/upload-view.ts';
import classes from './MiniUploader.module.css';
import { convertedText, linkText, sentText } from './mini-texts.ts';
import { convertedSeries } from './mini-view.ts';
import { SentBar } from '#features/upload/sending/SentBar.tsx';
import { provedShortText } from '#features/upload/texts.ts';
import { useLink } from '#features/upload/sending/use-link-quality.ts';

/** The progress: verified in green, on the server in blue; and the remaining time. */
export function MiniFigures({ view, serverReachable }: { view: UploadView; serverReachable: boolean }) {
  const { bytes, files, state } = view;
  return (
    <div className={classes.figures}>
      <SentBar bytes={bytes} />
      <div className={classes.line}>
        <span>{state === 'finished' ? provedShortText(files.proved, files.queued) : sentText(bytes.confirmed, bytes.queued)}</span>
        <span className={classes.left}>
          {state === 'upload' && bytes.confirmed < bytes.queued && <LinkLine view={view} serverReachable={serverReachable} />}
          {state === 'converting' && <Converted view={view} />}
        </span>
      </div>
    </div>
  );
}

/** Shows the rate of the last seconds, so only this line is drawn every second. */
function LinkLine({ view, serverReachable }: { view: UploadView; serverReachable: boolean }) {
  return linkText(useLink(view, serverReachable));
}

function Converted({ view }: { view: UploadView }) {
  const { ended, total } = convertedSeries(view);
  return convertedText(ended, total);
}
