import { createContext, use, type ReactNode } from 'react';
import type { Study } from './listed-study.ts';

/** What people sort studies by; the app brings it, for labels and projects are other features'. */
export interface StudyMarks {
  labels(study: Study, where: 'row' | 'panel'): ReactNode;
  /** In the panel; nothing for who may not see projects. */
  projects(study: Study): ReactNode;
  /** Of the list. */
  filters(chosen: ChosenMarks, onChange: (chosen: ChosenMarks) => void): ReactNode;
}

export interface ChosenMarks {
  labelId: number | null;
  projectId: number | null;
}

const StudyMarksContext = createContext<StudyMarks>({ labels: () => null, projects: () => null, filters: () => null });

export const StudyMarksProvider = StudyMarksContext.Provider;

export function useStudyMarks(): StudyMarks {
  return use(StudyMarksContext);
}
