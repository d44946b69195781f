import { openDownload, prepareDownload } from '#server/rules/downloads.ts';
import { originalFile, seriesThumbnail, volumeFile } from '#server/rules/studies-bytes.ts';
import { filesOfSeries, findStudy, seriesOfStudy } from '#server/rules/studies-detail.ts';
import { checkStudy, listStudies } from '#server/rules/studies.ts';
import type { Handlers } from './handlers.ts';

export const studyRoutes = {
  checkStudy: ({ context, caller, params }) => checkStudy(context, caller, params.studyInstanceUid),
  studies: ({ context, caller, query }) => listStudies(context, caller, query),
  study: async ({ context, caller, params }) => ({ data: await findStudy(context, caller, params.id) }),
  studySeries: async ({ context, caller, params }) => ({ data: await seriesOfStudy(context, caller, params.id) }),
  seriesFiles: async ({ context, caller, params }) => ({ data: await filesOfSeries(context, caller, params.uuid) }),
  seriesThumbnail: ({ context, caller, params }) => seriesThumbnail(context, caller, params.uuid),
  originalFile: ({ context, caller, params }) => originalFile(context, caller, Number(params.id)),
  volumeFile: ({ context, caller, params }) => volumeFile(context, caller, Number(params.id)),
  prepareDownload: ({ context, caller, body }) => prepareDownload(context, caller, body),
  download: ({ context, params }) => openDownload(context, params.ticket),
} satisfies Partial<Handlers>;
