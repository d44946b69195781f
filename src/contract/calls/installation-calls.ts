import { InstallationState, RecognitionStatistics } from '#contract/installation.ts';

/** The state of the whole installation. The permission opens the page; the account must be one of a platform administrator as well. */
export const INSTALLATION_CALLS = {
  installationState: {
    id: 'PCALL-220',
    base: 'api',
    method: 'GET',
    path: 'admin/state',
    access: { permission: 'admin' },
    answer: InstallationState,
    repeats: true,
    summary: 'State of the installation: studies, jobs, AI workers, storage, mail, backup, version',
  },
  recognitionStatistics: {
    id: 'PCALL-221',
    base: 'api',
    method: 'GET',
    path: 'admin/recognition',
    access: { permission: 'admin' },
    answer: RecognitionStatistics,
    summary: 'How many series were sent as recognised, changed by hand, or not recognised, by modality, acquisition and month',
  },
} as const;
