import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS, type BodyOf, type Calls } from '#contract/calls.ts';

/** Whose structures the form changes: those of the team, or those of all teams. */
export interface StructureScope {
  create(body: BodyOf<Calls['createStructure']>): Promise<ApiResult<{ id: number }>>;
  change(id: number, body: BodyOf<Calls['changeStructure']>): Promise<ApiResult<{ id: number }>>;
  /** The page to return to; null for a structure that was not created. */
  pageOf(id: number | null): string;
  /** A slug cannot change once the structure exists. */
  hasFixedSlugs: boolean;
}

export const OF_TEAM: StructureScope = {
  create: (body) => callApi(CALLS.createStructure, { body }),
  change: (id, body) => callApi(CALLS.changeStructure, { params: { id: String(id) }, body }),
  pageOf: (id) => (id === null ? '/structures' : `/structures/detail/${id}`),
  hasFixedSlugs: false,
};

export const OF_ALL_TEAMS: StructureScope = {
  create: (body) => callApi(CALLS.createSharedStructure, { body }),
  change: (id, body) => callApi(CALLS.changeSharedStructure, { params: { id: String(id) }, body }),
  pageOf: () => '/admin/structures-x',
  hasFixedSlugs: true,
};
