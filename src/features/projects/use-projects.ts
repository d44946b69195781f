import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ProjectOption } from '#contract/projects.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export type Project = ProjectOption;

export const projectsKey = (team: string | null, studyUuid: string | null) => ['projects', team, studyUuid] as const;

/** Projects of the team (CALL-025), and of which a study is part; without a network those that were read last (PWA-20). Only for who may see them. */
export function useProjects(studyUuid: string | null, enabled = true) {
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  return useQuery({
    enabled,
    queryKey: projectsKey(slug, studyUuid),
    queryFn: async ({ signal }): Promise<Project[]> =>
      valueOf(await callApi(CALLS.projects, { query: studyUuid === null ? {} : { uuid: studyUuid }, signal, quiet: true })).data.data,
  });
}
