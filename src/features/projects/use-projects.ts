import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ProjectOption } from '#contract/projects.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

export type Project = ProjectOption;

export const projectsKey = (team: string | null, studyUuid: string | null) => ['projects', team, studyUuid] as const;

/** Projects of the team (CALL-025), with those of a study; without a network the last ones read (PWA-20). Only if the user may see them. */
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
