import { z } from '#contract/zod.ts';
import { DeletedStudyList } from '#contract/deleted-studies.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { StudyHistory } from '#contract/study-history.ts';
import { textUpTo } from '#contract/text.ts';

const Selection = z.object({ studies: z.array(Uuid).min(1).max(LIMITS.studiesPerChange) });

/** Deletion of studies, and their history. */
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
  deleteStudies: {
    id: 'PCALL-47',
    base: 'api',
    method: 'POST',
    path: 'studies-v2/delete',
    access: { permission: 'r:studies' },
    body: Selection,
    answer: z.null(),
    summary: 'The same for several studies: all of them or, if one is refused, none',
  },
  restoreStudies: {
    id: 'PCALL-44',
    base: 'api',
    method: 'POST',
    path: 'studies-v2/restore',
    access: { permission: 'r:studies' },
    body: Selection,
    answer: z.null(),
    summary: 'Restore deleted studies: all of them or none. No effect on those that are not deleted. Requires r:team and r:invitations',
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
  studyHistory: {
    id: 'PCALL-46',
    base: 'api',
    method: 'GET',
    path: 'studies-v2/:uuid/history',
    access: { permission: 'r:studies' },
    params: z.object({ uuid: Uuid }),
    query: z.object({
      /** Entries before the record with this number: `next` of the previous page. */
      before: z.coerce.number().int().min(1).optional(),
      /** `1`: also who opened the study or its images. Requires r:log-session. */
      views: z.literal('1').optional(),
      /** Each word occurs in what happened, as the page says it, or in the name of the person. */
      search: textUpTo(200).optional(),
    }),
    answer: StudyHistory,
    summary: 'What happened to a study and who did it, newest first. Addresses and record numbers require r:log-session',
  },
} as const;
