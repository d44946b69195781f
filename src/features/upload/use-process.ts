import { useState } from 'react';
import { processUpload, type ProcessResult } from '#localdb/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/upload-view.ts';
import { TEXTS } from './texts.ts';
import { showTrouble } from './toasts.ts';
import type { BodyParts } from './use-body-parts.ts';

/** Where a refused Process leads to: the first field that is open. */
export interface OpenFields {
  seriesNumber: (seriesId: string) => void;
  study: (studyId: string) => void;
  bodyPart: (studyId: string) => void;
}

/** Lets the upload go, online or not; a refusal is said and leads to the field that is open (given texts: CONV-002, 003, UPL2-022). */
export function useProcess(db: LocalDb, view: UploadView, bodyParts: BodyParts, goTo: OpenFields) {
  const [processing, setProcessing] = useState(false);

  async function process() {
    if (processing) return;
    setProcessing(true);
    try {
      const result = await processUpload(db, view.id, { bodyParts: bodyParts.slugs ?? ownBodyParts(view) });
      if (!result.ok) refuse(result);
    } finally {
      setProcessing(false);
    }
  }

  function refuse(refusal: Exclude<ProcessResult, { ok: true }>) {
    switch (refusal.why) {
      case 'nothing-selected':
        showTrouble(TEXTS.nothingSelected);
        break;
      case 'missing-number': {
        showTrouble(TEXTS.missingNumber);
        const first = view.studies.flatMap((study) => study.series).find((series) => refusal.seriesIds.includes(series.id));
        if (first) goTo.seriesNumber(first.id);
        break;
      }
      case 'too-many-series':
        showTrouble(TEXTS.tooManySeries);
        if (refusal.studyIds[0] !== undefined) goTo.study(refusal.studyIds[0]);
        break;
      case 'missing-bodypart':
        showTrouble(TEXTS.missingBodyPart);
        if (refusal.studyIds[0] !== undefined) goTo.bodyPart(refusal.studyIds[0]);
    }
  }

  return { process: () => void process(), processing };
}

/** With no list of the team on this device the server decides; what a header proposed may go. */
function ownBodyParts(view: UploadView): ReadonlySet<string> {
  return new Set(view.studies.flatMap((study) => (study.bodyPart === null ? [] : [study.bodyPart])));
}
