import type { ApiFailure } from '#api/result.ts';
import type { ListedStudy } from '#contract/entities.ts';

/** A dialog that chooses studies, from the feature of studies. `onAdd` returns why it failed, or null. */
export type ChooseStudies = (options: {
  title: string;
  isIn: (study: ListedStudy) => boolean;
  onAdd: (uuids: string[], studies: readonly ListedStudy[]) => Promise<ApiFailure | null>;
}) => void;
