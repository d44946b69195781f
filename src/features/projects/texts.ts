import { ApiFailureError } from '#api/result.ts';
import { PROJECT_STATE_NAMES, type ProjectState } from '#contract/projects.ts';
import { t } from '#language/t.ts';

/** Texts of projects; those of the specification are literal. */
export const TEXTS = {
  projects: t('Projects'),
  project: t('Project'),
  placeholder: t('Select project'),
  notFound: t('No elements found.'),
  none: t('No projects available'),
  failed: t('Failed to fetch projects'),
  retry: t('Try again'),
  saved: t('Projects for this study have been updated'),
  locked: t('This project cannot be removed because it has already been started'),
  closed: t('No studies can be added to this project because it has already been started'),
  gone: t('A project that no longer exists'),
  waits: t('Waits for the network'),
} as const;

export function stateText(state: ProjectState): string {
  return PROJECT_STATE_NAMES[state];
}

export function removeText(name: string): string {
  return t('Remove {name}', { name });
}

/** given (PROJ-14). */
export function loadingFailedText(message: string): string {
  return t('Error loading projects: {message}', { message });
}

/** given (PROJ-13): the server's message, or one of this app. */
export function failureText(error: Error): string {
  return error instanceof ApiFailureError && error.failure.kind === 'refused' ? error.failure.message : TEXTS.failed;
}
