import type { UploadView } from '#model/upload-view.ts';
import classes from './MiniUploader.module.css';
import { convertedText, linkText, sentText } from './mini-texts.ts';
import { convertedSeries } from './mini-view.ts';
import { SentBar } from './SentBar.tsx';
import { provedShortText } from './texts.ts';
import { useLink } from './use-link.ts';

/** How far it is: proved in green, on the server in blue; and what is left of the way. */
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

/** Its rate is of the last seconds, so it is drawn every second, and nothing else with it. */
function LinkLine({ view, serverReachable }: { view: UploadView; serverReachable: boolean }) {
  return linkText(useLink(view, serverReachable));
}

function Converted({ view }: { view: UploadView }) {
  const { ended, total } = convertedSeries(view);
  return convertedText(ended, total);
}
