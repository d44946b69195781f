export const TEXTS = {
  /** given (FAV-01, 02). */
  title: 'Favorite studies',
  empty: 'No items',
  /** Not given. */
  emptyWhy: 'Select the star in the studies list to add a study.',
  noName: 'No patient name',
  gone: 'No longer in this team',
} as const;

export const addText = (name: string): string => `Add ${name} to favorites`;
export const removeText = (name: string): string => `Remove ${name} from favorites`;
