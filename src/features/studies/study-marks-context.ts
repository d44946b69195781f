import { createContext, use, type ReactNode } from 'react';
import type { Study } from './listed-study.ts';

/** Labels, projects and tasks of studies; passed in by the app, because they belong to other features. */
export interface StudyMarks {
  labels(study: Study, where: 'row' | 'panel'): ReactNode;
  /** In the panel; nothing if the user may not see projects. */
  projects(study: Study): ReactNode;
  /** In the panel: the tasks of a study, and the way to assign it. */
  tasks(study: Study): ReactNode;
  /** What else can be done with the studies that are selected in the list. */
  ofSelection(studies: readonly string[]): ReactNode;
}

const StudyMarksContext = createContext<StudyMarks>({
  labels: () => null,
  projects: () => null,
  tasks: () => null,
  ofSelection: () => null,
});

export const StudyMarksProvider = StudyMarksContext.Provider;

export function useStudyMarks(): StudyMarks {
  return use(StudyMarksContext);
}
