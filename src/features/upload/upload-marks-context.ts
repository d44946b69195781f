import { createContext, use, type ReactNode } from 'react';

/** What people sort studies by, chosen before Process; the app brings it, for labels and projects are other features'. */
export interface UploadMarks {
  /** Nothing for who may not see labels. */
  labels(chosen: LabelsToChoose): ReactNode;
  /** Nothing for who may not see projects (PROJ-16). */
  project(chosen: ProjectToChoose): ReactNode;
  maySeeProjects: boolean;
  /** There is one to choose. */
  hasProjects: boolean;
}

export interface LabelsToChoose {
  /** Of a study by its name, or of all of them. */
  name: string;
  chosen: readonly number[];
  onChoose: (label: number, on: boolean) => void;
}

export interface ProjectToChoose {
  id?: string;
  name: string;
  chosen: number | null;
  onChoose: (project: number | null) => void;
  where: 'row' | 'panel';
}

const UploadMarksContext = createContext<UploadMarks>({
  labels: () => null,
  project: () => null,
  maySeeProjects: false,
  hasProjects: false,
});

export const UploadMarksProvider = UploadMarksContext.Provider;

export function useUploadMarks(): UploadMarks {
  return use(UploadMarksContext);
}
