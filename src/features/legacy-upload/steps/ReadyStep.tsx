import { Anchor, Button } from '@mantine/core';
import { IconDeviceLaptop, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import { formatBytes } from '#ui/format.ts';
import { Status } from '#ui/status/Status.tsx';
import { DropArea } from '#ui/upload/DropArea.tsx';
import classes from '#features/legacy-upload/LegacyPanel.module.css';
import type { RunState } from '#features/legacy-upload/session/legacy-run.ts';
import { chosenText, copyingText, moreFilesText, TEXTS } from '#features/legacy-upload/texts.ts';

interface ReadyStepProps {
  view: LegacyView;
  copying: RunState['copying'];
  onBrowse: () => void;
  /** Null while sending is not possible. */
  onSend: (() => void) | null;
}

/** LEG-004 to 007. Chosen files are shown only once they are stored on this device. */
export function ReadyStep({ view, copying, onBrowse, onSend }: ReadyStepProps) {
  const { total } = view.files;
  const hasFiles = total > 0;
  return (
    <div className={classes.body}>
      <DropArea
        title={TEXTS.drop}
        text={TEXTS.allowed}
        actions={
          <>
            <Button variant={hasFiles ? 'default' : 'filled'} aria-keyshortcuts="Control+O" onClick={onBrowse}>
              {hasFiles ? TEXTS.addMore : TEXTS.browse}
            </Button>
            <Button
              variant={hasFiles ? 'filled' : 'default'}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              disabled={onSend === null}
              aria-keyshortcuts="Control+Enter"
              onClick={() => onSend?.()}
            >
              {TEXTS.upload}
            </Button>
          </>
        }
        note={
          copying !== null ? (
            <>
              <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
              {copyingText(copying.handled, copying.total)}
            </>
          ) : (
            <span>
              {TEXTS.asTheyAre}{' '}
              <Anchor inherit underline="always" renderRoot={(props) => <Link to="/upload-v2" {...props} />}>
                {TEXTS.readHere}
              </Anchor>
            </span>
          )
        }
      />
      {hasFiles && <Chosen view={view} />}
    </div>
  );
}

function Chosen({ view: { chosen, files, bytes } }: { view: LegacyView }) {
  return (
    <section aria-label={chosenText(files.total, bytes.total)}>
      <p className={classes.line}>
        <strong>{chosenText(files.total, bytes.total)}</strong>
        <Status word="on this device" />
      </p>
      <ul className={classes.files}>
        {chosen.map(({ id, path, size }) => (
          <li key={id} className={classes.file}>
            <bdi className={classes.name} title={path}>
              {path}
            </bdi>
            <span className={classes.size}>{formatBytes(size)}</span>
          </li>
        ))}
        {files.total > chosen.length && <li className={classes.file}>{moreFilesText(files.total - chosen.length)}</li>}
      </ul>
    </section>
  );
}
