import { IconVersions } from '@tabler/icons-react';
import type { SeriesView } from '#model/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import classes from './AlikeNotes.module.css';
import { sameNameText, TEXTS, versionsText } from './texts.ts';

/** What is alike in a study and not the same: versions of one image, which a person should see, and names (FILE-013), which say nothing. */
export function AlikeNotes({ series }: { series: readonly SeriesView[] }) {
  const versions = series.reduce((sum, { alike }) => sum + alike.instance, 0);
  const named = series.reduce((sum, { alike }) => sum + alike.nameAndSize, 0);
  return (
    <>
      {versions > 0 && (
        <Note tone="you" icon={IconVersions} title={versionsText(versions)}>
          {TEXTS.versionsGo}
        </Note>
      )}
      {named > 0 && <p className={classes.named}>{sameNameText(named)}</p>}
    </>
  );
}

export function hasAlike(series: readonly SeriesView[]): boolean {
  return series.some(({ alike }) => alike.instance + alike.nameAndSize > 0);
}
