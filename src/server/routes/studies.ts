import { openDownload, prepareDownload, subjectOfDownload } from '#server/rules/studies/downloads.ts';
import { knownContents } from '#server/rules/studies/known-contents.ts';
import { originalFile, seriesThumbnail, volumeFile } from '#server/rules/studies/studies-bytes.ts';
import { filesOfSeries, findStudy, seriesOfStudy } from '#server/rules/studies/studies-detail.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { checkStudy } from '#server/rules/studies/studies.ts';
import type { Handlers } from './handlers.ts';

export const studyRoutes = {
  async checkStudy({ context, caller, params, http }) {
    const found = await checkStudy(context, caller, params.studyInstanceUid);
    if (found !== false) http.concerns({ subject: found.uuid });
    return found;
  },
  knownContents: ({ context, caller, body }) => knownContents(context, caller, body.studyInstanceUid),
  studies: ({ context, caller, query }) => listStudies(context, caller, query),
  study: async ({ context, caller, params }) => ({ data: await findStudy(context, caller, params.id) }),
  studySeries: async ({ context, caller, params }) => ({ data: await seriesOfStudy(context, caller, params.id) }),
  seriesFiles: async ({ context, caller, params }) => ({ data: await filesOfSeries(context, caller, params.uuid) }),
  seriesThumbnail: ({ context, caller, params }) => seriesThumbnail(context, caller, params.uuid),
  originalFile: ({ context, caller, params }) => originalFile(context, caller, Number(params.id)),
  volumeFile: ({ context, caller, params }) => volumeFile(context, caller, Number(params.id)),
  prepareDownload: ({ context, caller, body, http }) => {
    http.concerns({ subject: subjectOfDownload(body) });
    return prepareDownload(context, caller, body);
  },
  download: ({ context, params, http }) => openDownload(context, params.ticket, http.concerns),
} satisfies Partial<Handlers>;
