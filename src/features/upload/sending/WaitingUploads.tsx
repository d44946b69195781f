import type { LocalDb } from '#localdb/schema.ts';
import { useWaitingUploads } from '#localdb/upload/use-waiting-uploads.ts';
import { classNames } from '#ui/class-names.ts';
import sections from '#ui/sections.module.css';
import { WAITING_TEXTS } from './waiting-texts.ts';
import { WaitingUploadRow } from './WaitingUploadRow.tsx';
import classes from './WaitingUploads.module.css';

/** Every upload of this user that waits on this device, with or without a network (HIST-005); nothing if there is none. */
export function WaitingUploads({ db }: { db: LocalDb }) {
  const uploads = useWaitingUploads(db);
  if (uploads === undefined || uploads.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="waiting-uploads">
      <h2 id="waiting-uploads" className={classes.title}>
        {WAITING_TEXTS.title}
      </h2>
      <ul className={classNames(sections.panel, classes.list)}>
        {uploads.map((upload, index) => (
          <WaitingUploadRow key={upload.id} db={db} upload={upload} isFirst={index === 0} />
        ))}
      </ul>
    </section>
  );
}
