import { z } from '#contract/zod.ts';
import { DeletedStudyList } from '#contract/deleted-studies.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { textUpTo } from '#contract/text.ts';

/** Deleting studies, and restoring them. All but the last require a team administrator. */
export const DELETED_STUDY_CALLS = {
  deleteStudy: {
    id: 'PCALL-38',
    base: 'api',
    method: 'DELETE',
    path: 'studies-v2/:id',
    access: { permission: 'r:studies' },
    /** ID or UUID. */
    params: z.object({ id: textUpTo(64) }),
    answer: z.null(),
    summary: 'Delete a study. It can be restored for 30 days. No effect if it is deleted already. Requires r:team and r:invitations',
  },
  deletedStudies: {
    id: 'PCALL-43',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/deleted',
    access: { permission: 'r:studies' },
    query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
    answer: DeletedStudyList,
    summary: 'Deleted studies that can be restored, the latest deletion first. Requires r:team and r:invitations',
  },
  restoreStudy: {
    id: 'PCALL-44',
    base: 'api',
    method: 'POST',
    path: 'studies-v2/:uuid/restore',
    access: { permission: 'r:studies' },
    params: z.object({ uuid: Uuid }),
    answer: z.null(),
    summary: 'Restore a deleted study. No effect if it is not deleted. Requires r:team and r:invitations',
  },
  existingStudies: {
    id: 'PCALL-45',
    base: 'api',
    method: 'POST',
    path: 'studies-v2/existing',
    access: { permission: 'r:studies' },
    body: z.object({ uuids: z.array(Uuid).max(LIMITS.studiesAskedAtOnce) }),
    answer: z.object({ data: z.array(Uuid) }),
    records: 'read',
    repeats: true,
    summary: 'Which of these studies the team has, so that a device can remove copies of the others',
  },
} as const;
