import { createContext, use, type ReactNode } from 'react';

/** Labels and projects chosen before Process; passed in by the app, because they belong to other features. */
export interface LabelsAndProjects {
  /** Nothing if the user may not see labels. */
  labels(chosen: LabelsToChoose): ReactNode;
  /** Nothing if the user may not see projects (PROJ-16). */
  project(chosen: ProjectToChoose): ReactNode;
  maySeeProjects: boolean;
  /** There is at least one to choose. */
  hasProjects: boolean;
}

export interface LabelsToChoose {
  /** Name of the study, or of all studies. */
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

const UploadMarksContext = createContext<LabelsAndProjects>({
  labels: () => null,
  project: () => null,
  maySeeProjects: false,
  hasProjects: false,
});

export const LabelsAndProjectsProvider = UploadMarksContext.Provider;

export function useLabelsAndProjects(): LabelsAndProjects {
  return use(UploadMarksContext);
}
