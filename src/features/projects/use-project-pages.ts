import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { projectsAddressToQuery, type ProjectsAddress } from './projects-address.ts';

/** One page of the list (PCALL-13). Opened pages are stored on the device and readable offline. */
export function useProjectList(address: ProjectsAddress) {
  const { team } = useSession<Session>();
  const query = projectsAddressToQuery(address);
  return useQuery({
    queryKey: ['project-list', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.projectList, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** As a list of one, which is empty if the project does not exist. */
export function useProject(id: string) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['project', team?.slug ?? null, id],
    queryFn: async ({ signal }) => {
      if (!/^[1-9]\d{0,14}$/.test(id)) return { data: [] };
      const answer = await callApi(CALLS.project, { params: { id }, signal });
      if (!answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'not_found') return { data: [] };
      return { data: [valueOf(answer)] };
    },
  });
}

/** One page of the studies of a project (CALL-077). */
export function useProjectStudies(project: number, page: number) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['studies', team?.slug ?? null, { project, page }],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studies, { query: { project, page }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Labels of the team (CALL-027), by name. The query is shared with the labels of studies. */
export function useTeamLabels() {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['labels', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.labels, { signal, quiet: true })).data,
  });
  return data ?? [];
}

/** After a change, projects and studies are requested again. */
export function useProjectsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['project-list', 'project', 'projects', 'studies', 'study'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
