import { z } from '#contract/zod.ts';
import { AsideDecided, AsideDecision, AsideGroup, AskedAside } from '#contract/aside-groups.ts';
import { TakenOperation } from '#contract/mask-operations.ts';

/** Operations that were kept aside, many at a time. */
export const ASIDE_CALLS = {
  asideStates: {
    id: 'PCALL-127',
    base: 'api',
    method: 'POST',
    path: 'annotator/operations-aside/states',
    access: { permission: 'r:studies:detail' },
    body: AskedAside,
    answer: z.object({ data: z.array(TakenOperation) }),
    records: 'read',
    repeats: true,
    summary: "What has become of the caller's operations that were kept aside. Those that the server does not know are left out",
  },
  asideGroups: {
    id: 'PCALL-128',
    base: 'api',
    method: 'GET',
    path: 'annotator/operations-aside/groups',
    access: { permission: 'r:studies:detail' },
    answer: z.object({ data: z.array(AsideGroup) }),
    summary:
      "The caller's operations that were kept aside, by author, segmentation and reason; for administrators of the team, everybody's",
  },
  decideAside: {
    id: 'PCALL-129',
    base: 'api',
    method: 'POST',
    path: 'annotator/operations-aside/groups',
    access: { permission: 'r:studies:detail' },
    body: AsideDecision,
    answer: z.object({ data: AsideDecided }),
    summary: 'Apply or discard a group of operations that were kept aside. To apply, the caller must be allowed to draw there',
  },
} as const;
