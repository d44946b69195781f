export const TEXTS = {
  /** given (FAV-01, 02). */
  title: 'Favorite studies',
  empty: 'No items',
  /** Ours. */
  emptyWhy: 'The star in the studies list puts a study here.',
  noName: 'No patient name',
  gone: 'Not in this team any more',
} as const;

export const addText = (name: string): string => `Add ${name} to favorites`;
export const removeText = (name: string): string => `Remove ${name} from favorites`;
