import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { Finding, FindingFilters, ListedFinding, SavedMark } from '#contract/quality.ts';

const OfStudy = z.object({ uuid: Uuid });
const OfFinding = OfStudy.extend({ finding: Uuid });

/** What was found about incoming studies. */
export const QUALITY_CALLS = {
  studyFindings: {
    id: 'PCALL-190',
    base: 'api',
    method: 'GET',
    path: 'studies/:uuid/findings',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ data: z.array(Finding) }),
    repeats: true,
    summary: 'The findings of a study, the most severe first',
  },
  findings: {
    id: 'PCALL-191',
    base: 'api',
    method: 'GET',
    path: 'findings',
    access: { permission: 'r:studies' },
    query: FindingFilters.extend({ page: z.coerce.number().int().min(1).default(1) }),
    answer: z.object({
      data: z.array(ListedFinding),
      total: z.number().int(),
      per_page: z.number().int(),
      current_page: z.number().int(),
    }),
    repeats: true,
    summary: 'The findings of all studies of the team that match the filters, the newest first',
  },
  markFinding: {
    id: 'PCALL-192',
    base: 'api',
    method: 'PUT',
    path: 'studies/:uuid/findings/:finding/mark',
    access: { permission: 'r:studies:detail' },
    params: OfFinding,
    body: SavedMark,
    answer: z.object({ data: Finding }),
    summary: 'Mark a finding as seen, accept it with a reason, or open it again. Another version than the one that was seen is a conflict',
  },
} as const;
