import { useState } from 'react';
import { openDeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from '#localdb/opened-rows.ts';
import { processUpload, type ProcessResult } from '#localdb/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { readUploadView } from '#localdb/upload-view.ts';
import type { UploadView } from '#model/upload-view.ts';
import { beforeYouProcess, type Hindrance } from './before-you-process.ts';
import { hindranceText } from './hindrance-text.ts';
import { lacksRecommended, type LackingStudy } from './recommended.ts';
import { showTrouble } from './toasts.ts';
import type { BodyParts } from './use-body-parts.ts';
import { useCatalogues } from './use-catalogues.ts';
import type { Deidentifying } from './use-deidentifying.ts';

/**
 * Lets the upload go, online or not. What is open is looked at in the order of UPL2-045; a refusal is said in its given words and leads to the field that
 * is open. Last, MR studies that lack what is recommended are asked about.
 */
export function useProcess(
  db: LocalDb,
  view: UploadView,
  bodyParts: BodyParts,
  deidentifying: Deidentifying,
  goTo: (hindrance: Hindrance) => void,
) {
  const { acquisitions, pipelines } = useCatalogues();
  const [processing, setProcessing] = useState(false);
  const [asking, setAsking] = useState<Asking>({ isOpen: false, studies: [] });

  function refuse(hindrance: Hindrance) {
    close();
    showTrouble(hindranceText(hindrance));
    goTo(hindrance);
  }

  /** `anyway`: the person has seen what is missing. */
  async function process(anyway: boolean) {
    if (processing) return;
    setProcessing(true);
    try {
      // What was chosen a moment ago is in the database before it is on the page.
      const shown = await readUploadView(db, await openDeviceKey(db), new FactsCache());
      const saved = shown?.id === view.id ? shown : view;
      const [first] = beforeYouProcess(saved, bodyParts.slugs, { acquisitions, pipelines });
      if (first) return refuse(first);
      const lacking = lacksRecommended(saved.studies, acquisitions);
      if (!anyway && lacking.length > 0) return setAsking({ isOpen: true, studies: lacking });
      close();
      const known = { bodyParts: bodyParts.slugs ?? ownBodyParts(saved), rules: deidentifying.rules };
      let result = await processUpload(db, view.id, known);
      if (!result.ok && result.why === 'not-deidentified') {
        await deidentifying.make(result.seriesIds);
        result = await processUpload(db, view.id, known);
      }
      if (!result.ok) refuse(changedMeanwhile(saved, result));
    } finally {
      setProcessing(false);
    }
  }

  function close() {
    setAsking((now) => ({ ...now, isOpen: false }));
  }

  return { process: () => void process(false), processing, recommended: { ...asking, continueAnyway: () => void process(true), close } };
}

/** What stood open is shown until the question has faded. */
interface Asking {
  isOpen: boolean;
  studies: readonly LackingStudy[];
}

/** What only Process can say; and another tab may have changed the upload between the look at it and Process. */
function changedMeanwhile(view: UploadView, refusal: Exclude<ProcessResult, { ok: true }>): Hindrance {
  const seriesId = 'seriesIds' in refusal ? (refusal.seriesIds[0] ?? '') : '';
  const studyId = 'studyIds' in refusal ? (refusal.studyIds[0] ?? '') : '';
  const patientName = view.studies.find(({ id }) => id === studyId)?.patientName ?? '';
  switch (refusal.why) {
    case 'nothing-selected':
      return { what: 'nothing-selected' };
    case 'opening':
      return { what: 'opening' };
    case 'missing-number':
      return { what: 'missing-number', seriesId, studyId, description: '' };
    case 'missing-bodypart':
    case 'rules-unknown':
      return { what: refusal.why, studyId, patientName };
    case 'cannot-deidentify':
    case 'not-deidentified':
      return { what: refusal.why, seriesId, studyId, description: '' };
  }
}

/** With no list of the team on this device the server decides; what a header proposed may go. */
function ownBodyParts(view: UploadView): ReadonlySet<string> {
  return new Set(view.studies.flatMap((study) => (study.bodyPart === null ? [] : [study.bodyPart])));
}
