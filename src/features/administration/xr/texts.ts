import { t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

const STATES = {
  failed: t('The list could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
} as const;

/** Texts of the sessions in the viewer for headsets, and of the browsers that draw in them. */
export const TEXTS = {
  sessions: t('XR Sessions'),
  workers: t('XR Workers'),
  states: STATES,
  noSessions: t('Nobody has opened a segmentation in XR'),
  noSessionsWhy: t('Who looks at surfaces in 3D stands here, with the study and the time, for 180 days.'),
  noWorkers: t('No browser has drawn a scene'),
  noWorkersWhy: t('Scenes are drawn by the browser that shows them. Each one stands here after its first session.'),
  columns: {
    person: t('Person'),
    study: t('Study'),
    structure: t('Structure'),
    device: t('Browser'),
    started: t('Started'),
    ended: t('Ended'),
    seen: t('Last seen'),
    sessions: t('Sessions'),
    state: t('Status'),
  },
  open: t('now'),
  openStudy: t('Open study'),
  headset: t('headset'),
} as const;

export const deviceText = (device: string, headset: boolean): string => [device, headset && TEXTS.headset].filter(Boolean).join(' · ');
