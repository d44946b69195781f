import { ApiFailureError } from '#api/result.ts';
import { PROJECT_STATE_NAMES, type ProjectState } from '#contract/projects.ts';

/** Texts of projects; those of the specification are literal. */
export const TEXTS = {
  projects: 'Projects',
  project: 'Project',
  placeholder: 'Select project',
  notFound: 'No elements found.',
  none: 'No projects available',
  failed: 'Failed to fetch projects',
  retry: 'Try again',
  saved: 'Projects for this study have been updated',
  locked: 'This project cannot be removed because it has already been started',
  closed: 'No studies can be added to this project because it has already been started',
  gone: 'A project that no longer exists',
  waits: 'Waits for the network',
} as const;

export function stateText(state: ProjectState): string {
  return PROJECT_STATE_NAMES[state];
}

export function removeText(name: string): string {
  return `Remove ${name}`;
}

/** given (PROJ-14). */
export function loadingFailedText(message: string): string {
  return `Error loading projects: ${message}`;
}

/** given (PROJ-13): the server's message, or one of this app. */
export function failureText(error: Error): string {
  return error instanceof ApiFailureError && error.failure.kind === 'refused' ? error.failure.message : TEXTS.failed;
}
