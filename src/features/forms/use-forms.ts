import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** The forms of a project (PCALL-112); without a network the last ones read. */
export function useForms(project: number) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['forms', team?.slug ?? null, project],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.forms, { params: { id: String(project) }, signal })),
  });
}

/** After a change, the forms of projects and studies are requested again. */
export function useFormsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['forms', 'study-forms'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
