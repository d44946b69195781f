import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/upload-view.ts';
import type { Layout } from './use-layout.ts';
import { SendingFigures } from './SendingFigures.tsx';
import { SendingNotes } from './SendingNotes.tsx';
import classes from './SendingState.module.css';
import { SendingTable } from './SendingTable.tsx';

/** Queued, on its way, or being converted: one page, since series are in different places of the same road. */
export function SendingState({ db, view, layout }: { db: LocalDb; view: UploadView; layout: Layout }) {
  return (
    <div className={classes.stack}>
      <SendingFigures db={db} view={view} narrow={layout === 'phone'} />
      <SendingNotes db={db} view={view} />
      <SendingTable studies={view.studies} folded={layout === 'phone'} />
    </div>
  );
}
