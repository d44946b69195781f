import { IconAlertOctagon, IconShieldCheck } from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { formatDateTime } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import { FinishedActions } from './FinishedActions.tsx';
import classes from './FinishedState.module.css';
import { FinishedTable } from './FinishedTable.tsx';
import { keptText } from '#features/upload/sending/sending-texts.ts';
import { TEXTS, provedText } from '#features/upload/texts.ts';

/** The end: what was verified, in the largest text of the page. */
export function FinishedState({ db, view }: { db: LocalDb; view: UploadView }) {
  const someFailed = view.studies.some((study) => study.series.some((series) => series.status === 'failed'));
  return (
    <div className={classes.stack}>
      <section className={classes.banner}>
        <span className={classes.seal} aria-hidden>
          <IconShieldCheck size={30} stroke={1.5} />
        </span>
        <div className={classes.words}>
          <h2 className={classes.title}>{provedText(view.files.proved, view.files.queued)}</h2>
          <p className={classes.why}>{TEXTS.allProvedWhy}</p>
          {view.keptUntil !== null && view.bytes.kept > 0 && (
            <p className={classes.why}>{keptText(formatDateTime(view.keptUntil, { seconds: false }))}</p>
          )}
        </div>
        <FinishedActions db={db} view={view} />
      </section>
      {someFailed && <Note tone="broken" icon={IconAlertOctagon} title={TEXTS.someFailed} />}
      <FinishedTable studies={view.studies} />
    </div>
  );
}
