import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { keepLayouts } from '#localdb/kept-layouts.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { layoutsKey } from '#sync/layouts-key.ts';

/** PCALL-93. Each answer is kept on the device. */
export const layoutsQuery = (db: LocalDb, team: string | null) =>
  queryOptions({
    queryKey: layoutsKey(team),
    queryFn: async ({ signal }) => {
      const { data } = valueOf(await callApi(CALLS.layouts, { signal, quiet: true }));
      // Without it the page works as well, and the device may be full.
      await keepLayouts(db, data).catch(() => undefined);
      return data;
    },
  });
