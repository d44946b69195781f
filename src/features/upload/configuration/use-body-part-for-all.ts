import { useEffect, useState } from 'react';
import { setBodyPart } from '#localdb/upload/edit-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { studiesWithoutBodyPart } from '#features/upload/process/studies-without-body-part.ts';

/**
 * 'Set for all': the body part of every study of the upload, including those still being read. Later choices for single studies are kept.
 * It applies until the upload is processed or cleared.
 */
export function useBodyPartForAll(db: LocalDb, view: UploadView | null | undefined) {
  const [forAll, setChosen] = useState<string | null>(null);
  const isOver = view !== undefined && view !== null && view.state !== 'ready' && view.state !== 'preview';

  useEffect(() => {
    if (isOver) setChosen(null);
  }, [isOver]);

  useEffect(() => {
    if (forAll === null || view?.state !== 'preview') return;
    for (const study of studiesWithoutBodyPart(view)) void setBodyPart(db, study.id, forAll);
  }, [db, forAll, view]);

  function setForAll(slug: string | null) {
    setChosen(slug);
    for (const study of view?.state === 'preview' ? view.studies : []) void setBodyPart(db, study.id, slug);
  }

  return { forAll, setForAll };
}
