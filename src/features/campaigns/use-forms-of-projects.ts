import { useQueries, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import type { FormsOfProject } from './form-choices.ts';

interface FormsOfProjects {
  /** Those that are known so far. */
  projects: FormsOfProject[];
  isPending: boolean;
  error: Error | null;
  isAllowed: boolean;
}

/** Forms of all projects (CALL-025, PCALL-112). The queries are shared with the pages of projects. */
export function useFormsOfProjects(): FormsOfProjects {
  const { team, permissions } = useSession<Session>();
  const slug = team?.slug ?? null;
  const isAllowed = permissions.has('r:projects');
  const projects = useQuery({
    queryKey: ['projects', slug, null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.projects, { query: {}, signal, quiet: true })).data.data,
    enabled: isAllowed,
  });
  const known = projects.data ?? [];
  const lists = useQueries({
    queries: known.map(({ id }) => ({
      queryKey: ['forms', slug, id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        valueOf(await callApi(CALLS.forms, { params: { id: String(id) }, signal, quiet: true })),
    })),
  });
  return {
    projects: known.flatMap(({ name }, at) => {
      const forms = lists[at]?.data?.data;
      return forms === undefined ? [] : [{ project: name, forms }];
    }),
    isPending: isAllowed && (projects.isPending || lists.some((list) => list.isPending)),
    error: projects.error ?? lists.find((list) => list.error !== null)?.error ?? null,
    isAllowed,
  };
}
