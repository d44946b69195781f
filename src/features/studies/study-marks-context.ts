import { createContext, use, type ReactNode } from 'react';
import type { Study } from './listed-study.ts';

/** Labels and projects of studies; passed in by the app, because they belong to other features. */
export interface StudyMarks {
  labels(study: Study, where: 'row' | 'panel'): ReactNode;
  /** In the panel; nothing if the user may not see projects. */
  projects(study: Study): ReactNode;
}

const StudyMarksContext = createContext<StudyMarks>({ labels: () => null, projects: () => null });

export const StudyMarksProvider = StudyMarksContext.Provider;

export function useStudyMarks(): StudyMarks {
  return use(StudyMarksContext);
}
