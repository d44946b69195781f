import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { isGone } from '#api/failure-status.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Pipelines of the team (CALL-037). Stored on the device, as everything here. */
export function usePipelines() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['pipelines-of-team', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.pipelines, { signal })),
  });
}

export function usePipeline(id: number | null) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['pipeline', team?.slug ?? null, id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.pipeline, { params: { id: String(id) }, signal })).data,
    retry: (failures, error) => !isGone(error) && failures < 1,
    enabled: id !== null,
  });
}

export function useBlueprints() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['pipeline-blueprints', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.blueprints, { signal })),
  });
}

/** What a pipeline may name (PCALL-195). */
export function usePipelineChoices() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['pipeline-choices', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.pipelineChoices, { signal })).data,
  });
}

/** After a change, pipelines are requested again. */
export function usePipelinesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['pipelines-of-team', 'pipelines', 'pipeline', 'pipeline-blueprints', 'flows', 'flow'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}
