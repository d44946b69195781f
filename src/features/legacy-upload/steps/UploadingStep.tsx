import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { formatBytesOf, formatShare } from '#ui/format.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import classes from '#features/legacy-upload/LegacyPanel.module.css';
import { StalledNote } from './StalledNote.tsx';
import { TEXTS } from '#features/legacy-upload/texts.ts';

/** LEG-008: the progress of the upload. */
export function UploadingStep({ db, view, onBrowse }: { db: LocalDb; view: LegacyView; onBrowse: () => void }) {
  const { confirmed, total } = view.bytes;
  return (
    <div className={classes.body}>
      <StalledNote db={db} view={view} onBrowse={onBrowse} />
      <SentBar view={view} />
      <p className={classes.line}>
        <span>{formatBytesOf(confirmed, total)}</span>
        <span className={classes.share}>{formatShare(total > 0 ? confirmed / total : 0)}</span>
      </p>
      <p className={classes.words}>{TEXTS.uploading}</p>
    </div>
  );
}

export function SentBar({ view: { bytes } }: { view: LegacyView }) {
  return (
    <ProgressBar
      parts={[
        { amount: bytes.proved, tone: 'sure' },
        { amount: bytes.confirmed - bytes.proved, tone: 'moving' },
      ]}
      total={bytes.total}
      label={TEXTS.proved}
    />
  );
}
