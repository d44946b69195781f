import { IconVersions } from '@tabler/icons-react';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import classes from './SimilarFilesNotes.module.css';
import { sameNameText, TEXTS, versionsText } from '#features/upload/texts.ts';

/** Similar files of a study: versions of one image, which the user should check, and equal names (FILE-013), which have no consequence. */
export function SimilarFilesNotes({ series }: { series: readonly SeriesView[] }) {
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

export function hasSimilarFiles(series: readonly SeriesView[]): boolean {
  return series.some(({ alike }) => alike.instance + alike.nameAndSize > 0);
}
