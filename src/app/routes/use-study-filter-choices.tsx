import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { useDatasets } from '#features/datasets/use-datasets.ts';
import { useLabels } from '#features/labels/use-labels.ts';
import { stateText } from '#features/projects/texts.ts';
import { useProjects } from '#features/projects/use-projects.ts';
import { useCategories } from '#features/structures/use-structures.ts';
import type { StudyFilterChoices } from '#features/studies/list/study-filter-fields.ts';
import { useMembers } from '#features/team/use-team-lists.ts';
import type { Session } from '#model/session.ts';
import { Swatch } from '#ui/Swatch.tsx';
import { useSession } from '#ui/session-context.tsx';

/** What the studies list can be filtered by, from other features. Members only for those who may see them. */
export function useStudyFilterChoices(): StudyFilterChoices {
  const { team, permissions, user } = useSession<Session>();
  const labels = useLabels().data ?? [];
  const maySeeProjects = permissions.has('r:projects');
  const projects = useProjects(null, maySeeProjects).data ?? [];
  const maySeeDatasets = permissions.has('r:datasets');
  const datasets = useDatasets({ page: 1, search: '' }, maySeeDatasets).data?.data ?? [];
  const members = useMembers(permissions.has('r:team')).data?.data ?? [];
  const { data: modalities = [] } = useQuery({
    queryKey: ['modalities', team?.slug ?? null],
    queryFn: async () => valueOf(await callApi(CALLS.modalities, { quiet: true })).data,
  });
  const people = members.some(({ id }) => id === user.id) ? members : [{ id: user.id, name: user.name }, ...members];
  return {
    filter_id: labels.map(({ label_id, name, color }) => ({ value: String(label_id), label: name, mark: <Swatch color={color} /> })),
    project: maySeeProjects
      ? projects.map(({ id, name, state_code }) => ({ value: String(id), label: name, note: stateText(state_code) }))
      : null,
    dataset: maySeeDatasets ? datasets.map(({ id, name }) => ({ value: String(id), label: name })) : null,
    modality: modalities.map(({ code }) => ({ value: code, label: code })),
    body_part: useCategories().map(({ slug, title }) => ({ value: slug, label: title })),
    user: people.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}
