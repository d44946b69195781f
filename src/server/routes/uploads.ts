import { requestConversion, recordSeenStatus } from '#server/rules/conversion-request.ts';
import { receiveChunk } from '#server/rules/receive-chunk.ts';
import { dropUpload, finishUploads } from '#server/rules/uploads-end.ts';
import { listUploads } from '#server/rules/uploads-list.ts';
import { uploadReceipt } from '#server/rules/uploads-receipt.ts';
import { registerStudy } from '#server/rules/uploads-register-study.ts';
import { uploadStatus } from '#server/rules/uploads-status.ts';
import { prepareUpload } from '#server/rules/uploads.ts';
import type { Handlers } from './handlers.ts';

export const uploadRoutes = {
  prepareUpload: ({ context, caller, body }) => prepareUpload(context, caller, body),
  registerStudy: ({ context, caller, body }) => registerStudy(context, caller, body),
  sendChunk: ({ context, caller, body }) => receiveChunk(context, caller, body),
  uploadStatus: ({ context, caller, params, query }) => uploadStatus(context, caller, params.session, query),
  convertSeries: ({ context, caller, params, body }) => requestConversion(context, caller, params.session, body),
  changeStatus: ({ context, caller, body }) => recordSeenStatus(context, caller, body),
  receipt: ({ context, caller, params }) => uploadReceipt(context, caller, params.session),
  uploads: ({ context, caller, query }) => listUploads(context, caller, query),

  async uploadFinished({ context, caller, body }) {
    await finishUploads(
      context,
      caller,
      body.studies.map((study) => study.studyUuid),
    );
    return null;
  },
  async dropUpload({ context, caller, params }) {
    await dropUpload(context, caller, params.session);
    return null;
  },
} satisfies Partial<Handlers>;
