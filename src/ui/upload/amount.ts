import { formatCountOf } from '#ui/format.ts';

/** Studies, and uploads with unknown studies: the server opens their archives, or sorts what the legacy flow sent. */
export interface Amount {
  studies: number;
  uploads: number;
}

export const NONE: Amount = { studies: 0, uploads: 0 };

export function countOf({ studies, uploads }: Amount): number {
  return studies + uploads;
}

export function sumOf(...amounts: readonly Amount[]): Amount {
  return {
    studies: amounts.reduce((sum, { studies }) => sum + studies, 0),
    uploads: amounts.reduce((sum, { uploads }) => sum + uploads, 0),
  };
}

/** `2 studies`, `1 upload`, or `2 studies and 1 upload`. */
export function amountText({ studies, uploads }: Amount): string {
  const ofStudies = formatCountOf(studies, 'study', 'studies');
  const ofUploads = formatCountOf(uploads, 'upload', 'uploads');
  if (uploads === 0) return ofStudies;
  return studies === 0 ? ofUploads : `${ofStudies} and ${ofUploads}`;
}
