import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { clearUpload, newUpload } from '#localdb/upload/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { ClearButton } from './ClearButton.tsx';
import { TEXTS, contentText } from './texts.ts';
import { uploadSummary } from './upload-summary.ts';
import classes from './UploadActions.module.css';

/** The right end of the header: free space, and the actions of the current state. */
export function UploadActions({ db, view, onBrowseFiles }: { db: LocalDb; view: UploadView; onBrowseFiles: () => void }) {
  const clear = () => clearUpload(db, view.id);
  if (view.state === 'ready') return null;
  if (view.state === 'preview') {
    const { studies, bytes } = uploadSummary(view);
    return (
      <>
        <span className={classes.content}>{contentText(view.files.total, studies, bytes)}</span>
        <ClearButton why={TEXTS.clearWhy} onClear={clear} />
        <Button
          variant="default"
          leftSection={<IconPlus className={classes.icon} size={16} stroke={1.5} aria-hidden />}
          aria-keyshortcuts="Control+O"
          onClick={onBrowseFiles}
        >
          <span className={classes.word}>{TEXTS.addMore}</span>
        </Button>
      </>
    );
  }
  return (
    <>
      {view.state !== 'finished' && <ClearButton why={TEXTS.clearSentWhy} onClear={clear} />}
      <Button
        variant="default"
        leftSection={<IconPlus className={classes.icon} size={16} stroke={1.5} aria-hidden />}
        onClick={() => void newUpload(db)}
      >
        <span className={classes.word}>{TEXTS.newUpload}</span>
      </Button>
    </>
  );
}
