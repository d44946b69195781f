import { requestConversion, recordSeenStatus } from '#server/rules/conversion/conversion-request.ts';
import { batchPixels, type PictureReader } from '#server/rules/batch/pixels.ts';
import { madeNifti, previewSlice, previewSlices, sentNifti, type PreviewPorts } from '#server/rules/batch/previews.ts';
import { moveBatch } from '#server/rules/batch/move.ts';
import { takeBackArchives } from '#server/rules/batch/take-back.ts';
import { readBatch, sortedBatch } from '#server/rules/batch/result.ts';
import { checkBatch } from '#server/rules/batch/status.ts';
import { prepareBatch } from '#server/rules/batch/batch.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { dropUpload, finishUploads } from '#server/rules/uploads/uploads-end.ts';
import { listUploads } from '#server/rules/uploads/uploads-list.ts';
import { uploadReceipt } from '#server/rules/uploads/uploads-receipt.ts';
import { registerStudies } from '#server/rules/uploads/uploads-register-studies.ts';
import { registerStudy } from '#server/rules/uploads/uploads-register-study.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import { prepareUpload } from '#server/rules/uploads/uploads.ts';
import type { Handlers } from './handlers.ts';

export const uploadRoutes = {
  prepareUpload: ({ context, caller, body, http }) => {
    http.concerns({ subject: body.id });
    return prepareUpload(context, caller, body);
  },
  registerStudies: ({ context, caller, body, http }) => {
    http.concerns({ subject: body.session_id });
    return registerStudies(context, caller, body);
  },
  async registerStudy({ context, caller, body, http }) {
    http.concerns({ subject: body.session_id });
    const registered = await registerStudy(context, caller, body);
    http.concerns({ subject: registered.study.uuid });
    return registered;
  },
  sendChunk: ({ context, caller, body }) => receiveChunk(context, caller, body),
  uploadStatus: ({ context, caller, params, query }) => uploadStatus(context, caller, params.session, query),
  convertSeries: ({ context, caller, params, body }) => requestConversion(context, caller, params.session, body),
  changeStatus: ({ context, caller, body, http }) => {
    http.concerns({ subject: body.uuid });
    return recordSeenStatus(context, caller, body);
  },
  receipt: ({ context, caller, params }) => uploadReceipt(context, caller, params.session),
  uploads: ({ context, caller, query }) => listUploads(context, caller, query),

  batchUpload({ context, caller, body, http }) {
    if (body instanceof Uint8Array) return receiveChunk(context, { ...caller, uploadId: null }, body);
    if ('session_id' in body) {
      http.concerns({ subject: body.session_id });
      return moveBatch(context, caller, body);
    }
    return 'studies' in body && body.studies !== undefined
      ? checkBatch(context, caller, body.studies)
      : prepareBatch(context, caller, body);
  },
  readBatch: ({ context, caller, params, query, body }) =>
    readBatch(context, caller, params.session, { isAsking: query.check === '1', passwords: body?.passwords ?? {} }),

  async sortOnServer({ context, caller, body, http }) {
    http.concerns({ subject: body.session });
    await takeBackArchives(context, caller, body.session, body.taken_back ?? []);
    await readBatch(context, caller, body.session, { isAsking: false, passwords: {} });
    return { session: body.session };
  },
  sortedOnServer: ({ context, caller, query, http }) => {
    http.concerns({ subject: query.session });
    return sortedBatch(context, caller, query.session);
  },

  async uploadFinished({ context, caller, body, http }) {
    const [first, second] = body.studies;
    if (first !== undefined && second === undefined) http.concerns({ subject: first.studyUuid });
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

/** Pictures of files that wait to be sorted; drawing them is implemented elsewhere. */
export function batchPictureRoutes(ports: PictureReader & PreviewPorts) {
  return {
    batchPixels: ({ context, caller, params, body }) => batchPixels(context, ports, caller, { ...params, ...body }),
    previewOnServer: ({ context, caller, params, http: { left } }) => previewSlices(context, ports, { caller, left, ...params }, params),
    sliceOnServer: ({ context, caller, params, http: { left } }) =>
      previewSlice(context, ports, { caller, left, ...params }, { ...params, slice: Number(params.slice) }),
    niftiOnServer: ({ context, caller, params, http: { left } }) => sentNifti(context, { caller, left, ...params }, params),
    makeNifti: ({ context, caller, params, http: { left } }) => madeNifti(context, ports, { caller, left, ...params }, params),
  } satisfies Partial<Handlers>;
}
