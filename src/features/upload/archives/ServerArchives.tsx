import { Button } from '@mantine/core';
import { IconCloudUpload, IconPackageExport } from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import { takeBackArchive } from '#localdb/upload/server-archives.ts';
import type { Session } from '#model/session.ts';
import type { OpeningView, UploadView } from '#model/uploads/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { openingText, openingTitle, SERVER_ARCHIVE_TEXTS, takeBackText } from './server-archive-texts.ts';
import { StalledNote } from '#features/upload/sending/SendingNotes.tsx';
import classes from './ServerArchives.module.css';
import { stallOf } from '#features/upload/sending/stalled.ts';

/** Archives that the server opens: their progress, and that waiting is not necessary (states zip_uploading, zip_preview_processing). */
export function ServerArchives({ db, view, opening }: { db: LocalDb; view: UploadView; opening: OpeningView }) {
  const { serverReachable } = useSession<Session>();
  const { total, confirmed } = opening.bytes;
  const stall = stallOf({ ...view, bytes: { confirmed, queued: total }, studies: 0, uploads: 1 }, serverReachable);
  const isReading = opening.phase === 'archive-reading';
  const takeBack = isReading ? [] : opening.archives.filter(({ mayBeTakenBack }) => mayBeTakenBack);
  return (
    <section className={classes.card} aria-label={openingTitle(opening)} data-opening={opening.phase}>
      <Note
        tone="moving"
        icon={isReading ? IconPackageExport : IconCloudUpload}
        title={openingTitle(opening)}
        action={
          takeBack.length > 0 && (
            <div className={classes.actions}>
              {takeBack.map(({ fileId, name }) => (
                <Button
                  key={fileId}
                  variant="default"
                  aria-label={takeBackText(name)}
                  onClick={() => void takeBackArchive(db, view.id, fileId)}
                >
                  {opening.archives.length === 1 ? SERVER_ARCHIVE_TEXTS.takeBack : takeBackText(name)}
                </Button>
              ))}
            </div>
          )
        }
      >
        {openingText(opening)}
      </Note>
      {!isReading && (
        <ProgressBar
          label={openingTitle(opening)}
          total={total}
          parts={[{ amount: confirmed, tone: stall === null ? 'moving' : 'still' }]}
        />
      )}
      {stall !== null && <StalledNote db={db} stall={stall} />}
    </section>
  );
}
