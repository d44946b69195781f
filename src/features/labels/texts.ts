import type { ApiFailure } from '#api/result.ts';
import { inContext, t } from '#language/t.ts';

/** Texts of labels. */
export const TEXTS = {
  labels: t('Labels'),
  find: t('Find or create a label'),
  findOnly: t('Find a label'),
  none: t('No labels yet'),
  noneWhy: t('Enter a name to create the first one.'),
  notFound: t('No label has this name.'),
  edit: t('Edit labels'),
  back: t('Back to the list'),
  change: inContext('verb', 'Change'),
  name: t('Name'),
  color: t('Colour'),
  noName: t('A label needs a name.'),
  cancel: t('Cancel'),
  save: t('Save label'),
  create: t('Create label'),
  remove: t('Delete label'),
  removeWhy: t('It is removed from every study of the team. This cannot be undone.'),
  keep: t('Keep label'),
  waits: t('Waits for the network'),
  needsServer: t('You need the network to create or change labels. You can add existing labels to a study offline.'),
  failed: t('The labels could not be loaded'),
  offline: t('The labels are not on this device yet. They load when the network is back.'),
  retry: t('Try again'),
} as const;

export const removeTitle = (name: string): string => t('Delete label “{name}”', { name });

export function createText(name: string): string {
  return t('Create “{name}”', { name });
}

export function openText(study: string): string {
  return t('Labels of {study}', { study });
}

export function moreText(count: number): string {
  return `+${count}`;
}

/** What is said of a label behind its name. */
const COMING = t('will be added when the network is back');
const GOING = t('will be removed when the network is back');

export function comingText(name: string): string {
  return `${name}: ${COMING}`;
}

export function goingText(name: string): string {
  return `${name}: ${GOING}`;
}

/** The server's answer to creating, changing or deleting a label. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return t('The server cannot be reached. Nothing was changed.');
  if (failure.kind === 'malformed') return t('The server’s answer could not be read.');
  if (failure.code === 'too_large') return t('A team can have at most {max} labels. Delete one first.', { max: failure.limit?.max ?? 200 });
  if (failure.code === 'not_found') return t('This label no longer exists.');
  return failure.message;
}
