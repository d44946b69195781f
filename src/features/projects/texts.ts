import { PROJECT_STATE_NAMES, type ProjectState } from '#contract/projects.ts';

/** Words of projects; those of the specification to the letter. */
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
  closed: 'This project takes no more studies because it has already been started',
  waits: 'Waits for the network',
} as const;

export function stateText(state: ProjectState): string {
  return PROJECT_STATE_NAMES[state];
}

export function removeText(name: string): string {
  return `Remove ${name}`;
}
