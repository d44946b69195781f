import { t } from '#language/t.ts';

export const TEXTS = {
  /** given (FAV-01, 02). */
  title: t('Favorite studies'),
  empty: t('No items'),
  /** Not given. */
  emptyWhy: t('Select the star in the studies list to add a study.'),
  noName: t('No patient name'),
  gone: t('No longer in this team'),
} as const;

export const addText = (name: string): string => t('Add {name} to favorites', { name });
export const removeText = (name: string): string => t('Remove {name} from favorites', { name });
