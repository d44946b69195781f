import type { ApiFailure } from '#api/result.ts';

/** Words of labels. */
export const TEXTS = {
  labels: 'Labels',
  find: 'Find or create a label',
  findOnly: 'Find a label',
  none: 'No labels yet',
  noneWhy: 'Write a name to create the first.',
  notFound: 'No label has this name.',
  edit: 'Edit labels',
  back: 'Back to choosing',
  change: 'Change',
  name: 'Name',
  color: 'Colour',
  noName: 'A label needs a name.',
  cancel: 'Cancel',
  save: 'Save label',
  create: 'Create label',
  remove: 'Delete label',
  removeWhy: 'It is taken off every study of the team. That cannot be taken back.',
  keep: 'Keep label',
  waits: 'Waits for the network',
  needsServer: 'Labels are created and changed with the network. Giving one to a study works without.',
  failed: 'The labels could not be read',
  offline: 'The labels were not read on this device before. They are, as soon as the network is back.',
  retry: 'Try again',
  filter: 'Label',
} as const;

export function createText(name: string): string {
  return `Create “${name}”`;
}

export function openText(study: string): string {
  return `Labels of ${study}`;
}

export function clearFilterText(label: string): string {
  return `Show studies with any label, not only ${label}`;
}

export function moreText(count: number): string {
  return `+${count}`;
}

export function comingText(name: string): string {
  return `${name}: given when the network is back`;
}

export function goingText(name: string): string {
  return `${name}: comes off when the network is back`;
}

/** The server's answer to a label that was made, changed or deleted. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server is not reached. Nothing was changed.';
  if (failure.kind === 'malformed') return 'The server’s answer could not be read.';
  if (failure.code === 'too_large') return `A team has at most ${failure.limit?.max ?? 200} labels. Delete one that is not needed.`;
  if (failure.code === 'not_found') return 'This label is no longer there.';
  return failure.message;
}
