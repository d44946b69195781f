import { useState } from 'react';
import { processUpload } from '#localdb/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/upload-view.ts';
import { TEXTS } from './texts.ts';
import { showTrouble } from './toasts.ts';
import type { BodyParts } from './use-body-parts.ts';

/** Lets the upload go, online or not; a refusal is said and leads to the field that is open (given texts: CONV-002, 003). */
export function useProcess(db: LocalDb, view: UploadView, bodyParts: BodyParts, onMissing: (studyId: string) => void) {
  const [processing, setProcessing] = useState(false);

  async function process() {
    if (processing) return;
    setProcessing(true);
    try {
      const result = await processUpload(db, view.id, { bodyParts: bodyParts.slugs ?? ownBodyParts(view) });
      if (result.ok) return;
      showTrouble(result.why === 'nothing-selected' ? TEXTS.nothingSelected : TEXTS.missingBodyPart);
      if (result.studyIds[0] !== undefined) onMissing(result.studyIds[0]);
    } finally {
      setProcessing(false);
    }
  }

  return { process: () => void process(), processing };
}

/** With no list of the team on this device the server decides; what a header proposed may go. */
function ownBodyParts(view: UploadView): ReadonlySet<string> {
  return new Set(view.studies.flatMap((study) => (study.bodyPart === null ? [] : [study.bodyPart])));
}
