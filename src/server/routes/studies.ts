import { openDownload, prepareDownload, subjectOfDownload } from '#server/rules/studies/downloads.ts';
import { recordsOfStudy, timeOfRecord } from '#server/audit/records-of-study.ts';
import { deleteStudies, deleteStudy, listDeletedStudies, restoreStudies } from '#server/rules/studies/deleted-studies.ts';
import { knownContents } from '#server/rules/studies/known-contents.ts';
import { originalFile, seriesThumbnail, volumeBricks, volumeFile } from '#server/rules/studies/studies-bytes.ts';
import { filesOfSeries, findStudy, findStudyUuid, seriesOfStudy } from '#server/rules/studies/studies-detail.ts';
import { studyHistory } from '#server/rules/studies/study-history.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { checkStudy, existingStudies } from '#server/rules/studies/studies.ts';
import { sortSeries } from '#server/rules/studies/sort-series.ts';
import type { Handlers } from './handlers.ts';

const TRAIL = { records: recordsOfStudy, timeOf: timeOfRecord };

export const studyRoutes = {
  async checkStudy({ context, caller, params, http }) {
    const found = await checkStudy(context, caller, params.studyInstanceUid);
    if (found !== false) http.concerns({ subject: found.uuid });
    return found;
  },
  knownContents: ({ context, caller, body }) => knownContents(context, caller, body.studyInstanceUid),
  studies: ({ context, caller, query }) => listStudies(context, caller, query),
  study: async ({ context, caller, params }) => ({ data: await findStudy(context, caller, params.id) }),
  async studyUuid({ context, caller, body, http }) {
    const uuid = await findStudyUuid(context, caller, body.p);
    http.concerns({ subject: uuid });
    return { uuid };
  },
  studySeries: async ({ context, caller, params }) => ({ data: await seriesOfStudy(context, caller, params.id) }),
  seriesFiles: async ({ context, caller, params }) => ({ data: await filesOfSeries(context, caller, params.uuid) }),
  seriesThumbnail: ({ context, caller, params }) => seriesThumbnail(context, caller, params.uuid),
  originalFile: ({ context, caller, params }) => originalFile(context, caller, Number(params.id)),
  volumeBricks: ({ context, caller, params }) => volumeBricks(context, caller, Number(params.id)),
  volumeFile: ({ context, caller, params }) => volumeFile(context, caller, Number(params.id)),
  async sortSeries({ context, caller, body, http }) {
    const { studyUuid, data } = await sortSeries(context, caller, body);
    http.concerns({ subject: studyUuid });
    return { data };
  },
  prepareDownload: ({ context, caller, body, http }) => {
    http.concerns({ subject: subjectOfDownload(body) });
    return prepareDownload(context, caller, body);
  },
  deleteStudy: async ({ context, caller, params, http }) => {
    http.concerns({ subject: await deleteStudy(context, caller, params.id) });
    return null;
  },
  deletedStudies: ({ context, caller, query }) => listDeletedStudies(context, caller, query.page),
  deleteStudies: async ({ context, caller, body, http }) => {
    http.concerns({ subjects: [...new Set(body.studies)] });
    await deleteStudies(context, caller, body.studies);
    return null;
  },
  restoreStudies: async ({ context, caller, body, http }) => {
    http.concerns({ subjects: [...new Set(body.studies)] });
    await restoreStudies(context, caller, body.studies);
    return null;
  },
  studyHistory: ({ context, caller, params, query }) => studyHistory(context.db.read, caller, params.uuid, query, TRAIL),
  existingStudies: async ({ context, caller, body }) => ({ data: await existingStudies(context, caller, body.uuids) }),
  download: ({ context, params, http }) => openDownload(context, params.ticket, http.concerns),
} satisfies Partial<Handlers>;
