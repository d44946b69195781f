import { ProjectSelect } from './ProjectSelect.tsx';
import { TEXTS } from './texts.ts';
import { useProjects } from './use-projects.ts';

interface ProjectFilterProps {
  projectId: number | null;
  onChange: (projectId: number | null) => void;
}

/** Studies of one project (LIST-006). */
export function ProjectFilter({ projectId, onChange }: ProjectFilterProps) {
  const { data } = useProjects(null);
  // No filter without anything to choose from.
  if (projectId === null && (data === undefined || data.length === 0)) return null;
  return (
    <ProjectSelect
      mode="filter"
      label={TEXTS.project}
      isLabelHidden
      projects={data?.map((project) => ({ ...project, inCategory: project.id === projectId, isWaiting: false }))}
      onAdd={onChange}
      onRemove={() => onChange(null)}
    />
  );
}
