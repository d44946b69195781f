import type { ApiFailure } from '#api/result.ts';

/** Texts of labels. */
export const TEXTS = {
  labels: 'Labels',
  find: 'Find or create a label',
  findOnly: 'Find a label',
  none: 'No labels yet',
  noneWhy: 'Enter a name to create the first one.',
  notFound: 'No label has this name.',
  edit: 'Edit labels',
  back: 'Back to the list',
  change: 'Change',
  name: 'Name',
  color: 'Colour',
  noName: 'A label needs a name.',
  cancel: 'Cancel',
  save: 'Save label',
  create: 'Create label',
  remove: 'Delete label',
  removeWhy: 'It is removed from every study of the team. This cannot be undone.',
  keep: 'Keep label',
  waits: 'Waits for the network',
  needsServer: 'You need the network to create or change labels. You can add existing labels to a study offline.',
  failed: 'The labels could not be loaded',
  offline: 'The labels are not on this device yet. They load when the network is back.',
  retry: 'Try again',
} as const;

export function createText(name: string): string {
  return `Create “${name}”`;
}

export function openText(study: string): string {
  return `Labels of ${study}`;
}

export function moreText(count: number): string {
  return `+${count}`;
}

export function comingText(name: string): string {
  return `${name}: will be added when the network is back`;
}

export function goingText(name: string): string {
  return `${name}: will be removed when the network is back`;
}

/** The server's answer to creating, changing or deleting a label. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server cannot be reached. Nothing was changed.';
  if (failure.kind === 'malformed') return 'The server’s answer could not be read.';
  if (failure.code === 'too_large') return `A team can have at most ${failure.limit?.max ?? 200} labels. Delete one first.`;
  if (failure.code === 'not_found') return 'This label no longer exists.';
  return failure.message;
}
