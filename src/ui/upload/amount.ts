import { t } from '#language/t.ts';

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
  if (uploads === 0) return t('{count, plural, one {# study} other {# studies}}', { count: studies });
  if (studies === 0) return t('{count, plural, one {# upload} other {# uploads}}', { count: uploads });
  return t('{studies, plural, one {# study} other {# studies}} and {uploads, plural, one {# upload} other {# uploads}}', {
    studies,
    uploads,
  });
}
