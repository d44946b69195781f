import { useState } from 'react';
import { openDeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { processUpload, type ProcessResult } from '#localdb/upload/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { readUploadView } from '#localdb/upload/upload-view.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { beforeYouProcess, type ProcessBlocker } from './before-you-process.ts';
import { blockerText } from './blocker-text.ts';
import { lacksRecommended, type LackingStudy } from './recommended.ts';
import { showTrouble } from '#ui/toasts.ts';
import { useTeamSettings } from '#features/upload/configuration/use-team-settings.ts';
import type { DeidentificationState } from '#features/upload/deidentification/use-deidentification.ts';

/**
 * Starts the upload, online or not. Missing input is checked in the order of UPL2-045; a refusal shows its given text and leads to the
 * field. Finally it asks about MR studies without the recommended acquisitions.
 */
export function useProcess(db: LocalDb, view: UploadView, deidentifying: DeidentificationState, goTo: (blocker: ProcessBlocker) => void) {
  const { bodyParts, acquisitions, pipelines } = useTeamSettings();
  const [processing, setProcessing] = useState(false);
  const [asking, setAsking] = useState<Asking>({ isOpen: false, studies: [] });

  function refuse(blocker: ProcessBlocker) {
    close();
    showTrouble(blockerText(blocker));
    goTo(blocker);
  }

  /** `anyway`: the user has seen what is missing. */
  async function process(anyway: boolean) {
    if (processing) return;
    setProcessing(true);
    try {
      // The latest choices are in the database before they are on the page.
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

/** What the question lists, kept until it has faded. */
interface Asking {
  isOpen: boolean;
  studies: readonly LackingStudy[];
}

/** For checks that only Process can make, and for changes by another tab since the preview. */
function changedMeanwhile(view: UploadView, refusal: Exclude<ProcessResult, { ok: true }>): ProcessBlocker {
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

/** Without the team's list on this device the server decides; a body part from the header may be sent. */
function ownBodyParts(view: UploadView): ReadonlySet<string> {
  return new Set(view.studies.flatMap((study) => (study.bodyPart === null ? [] : [study.bodyPart])));
}
