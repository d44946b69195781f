import type { ReactNode } from 'react';
import type { ApiFailure } from '#api/result.ts';
import type { ListedStudy } from '#contract/entities.ts';

/** What the feature of studies offers to this page. */
export interface StudyParts {
  /** Rows that link to their studies, each with an action at its end. */
  rows: (studies: readonly ListedStudy[], action: (study: ListedStudy, name: string) => ReactNode) => ReactNode;
  /** A dialog that chooses studies. `onAdd` returns why it failed, or null. */
  choose: (options: {
    title: string;
    isIn: (study: ListedStudy) => boolean;
    onAdd: (uuids: string[]) => Promise<ApiFailure | null>;
  }) => void;
}
