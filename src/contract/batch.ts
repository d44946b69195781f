import { ChunkAnswer } from './chunk.ts';
import { Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { ClientId, RowId, textUpTo } from './text.ts';
import { z } from './zod.ts';

/** Why a file that was sent, or something in it, stays behind: the words of the device's readers, and what only a server has to say. */
export const BatchProblem = z.enum([
  'archive-cut-off',
  'archive-damaged',
  'archive-empty',
  'archive-unreadable',
  'archive-encrypted',
  'archive-deflate64',
  'archive-bzip2',
  'archive-lzma',
  'archive-method',
  'archive-split',
  'archive-7z',
  'archive-rar',
  'archive-bomb',
  'archive-too-many',
  'archive-nested',
  'archive-link',
  /** It took longer than one archive may. */
  'archive-slow',
  /** What opens it broke, each time that it was tried. */
  'archive-broke',
  /** What was in it is more than the team has room for. */
  'no-room',
  /** No image that can be read. */
  'not-an-image',
  /** The same bytes are part of this upload already. */
  'duplicate',
  /** Its study is sent without patient data, and of this file it cannot be taken out. */
  'not-deidentified',
]);
export type BatchProblem = z.infer<typeof BatchProblem>;

/**
 * What stays behind, for a person: `path` begins with the name of the file that was sent. `message` says what happened and what to do. What is encrypted
 * has one for each archive, which may lie in another one: by its path it is given a password.
 */
const BatchRefusal = z.object({ path: z.string(), code: BatchProblem, message: z.string() });

const Numbers = z.array(z.number());
const Texts = z.array(z.string());

/** What more was read of a series, by the names of ENT-28 to 34: what a device knows of one that it has read itself. */
const BatchFacts = z.object({
  protocolName: z.string(),
  bodyPartExamined: z.string(),
  imageType: Texts,
  SOPClassUID: z.string(),
  transferSyntaxUID: z.string(),
  /** Of all its files together. */
  frames: z.number().int().optional(),
  bitsAllocated: z.number(),
  bitsStored: z.number(),
  samplesPerPixel: z.number(),
  pixelSpacing: Numbers.length(2).nullable(),
  imagerPixelSpacing: Numbers.length(2).nullable(),
  tablePositionSpacing: z.number().nullable(),
  imageOrientationPatient: Numbers.length(6).nullable(),
  windowCenter: Numbers,
  windowWidth: Numbers,
  rescaleIntercept: z.number(),
  rescaleSlope: z.number(),
  rescaleType: z.string(),
  cineRate: z.number().nullable(),
  primaryAngle: z.number().nullable(),
  secondaryAngle: z.number().nullable(),
  /** It has a picture that can be drawn. */
  drawable: z.boolean(),
  mr: z
    .object({
      scanningSequence: Texts.optional(),
      sequenceVariant: Texts.optional(),
      scanOptions: Texts.optional(),
      acquisitionType: z.string().optional(),
      sequenceName: z.string().optional(),
      inversionTime: z.number().optional(),
      flipAngle: z.number().optional(),
      echoTrainLength: z.number().optional(),
      contrast: z.string().optional(),
      component: z.string().optional(),
      echoTime: z.number().nullable(),
      repetitionTime: z.number().nullable(),
      bValues: Numbers,
    })
    .optional(),
});
export type BatchFacts = z.infer<typeof BatchFacts>;

const BatchSeries = z.object({
  /** Made by the server; the same however often it is asked for. */
  upload_id: Uuid,
  seriesInstanceUid: z.string(),
  seriesNumber: z.union([z.number(), z.string()]),
  seriesDescription: z.string(),
  modalityCode: z.string(),
  imageComments: z.string(),
  type: z.enum(['dcm', 'nii']),
  cnt: z.number().int(),
  numberOfFrames: z.number().int(),
  rows: z.number().int(),
  columns: z.number().int(),
  sliceThickness: z.number().nullable(),
  /** Every slice has the same orientation. */
  imageOrientationPatientEquals: z.boolean(),
  files: z.number().int(),
  totalFileSize: z.number(),
  /** Its middle file, for a picture (CALL-046). */
  file: RowId,
  facts: BatchFacts,
});
export type BatchSeries = z.infer<typeof BatchSeries>;

const BatchStudy = z.object({
  /** Of the study that CALL-047 makes. */
  uuid: Uuid,
  studyInstanceUid: z.string(),
  patientName: z.string(),
  patientSex: z.string(),
  studyDate: z.string(),
  studyTime: z.string(),
  studyDescription: z.string(),
  modality: z.string(),
  /** The team has it already (LEG-022). */
  exists: z.boolean(),
  series: z.array(BatchSeries),
});

const BatchNifti = z.object({
  upload_id: Uuid,
  filesize: z.number(),
  /** Columns, rows, slices. */
  sizes: z.array(z.number()),
  /** Between columns, between rows, between slices; mm. */
  thicknesses: z.array(z.number().nullable()),
  windowCenter: z.number().nullable(),
  windowWidth: z.number().nullable(),
  intercept: z.number(),
  slope: z.number(),
});

/** ENT-36: what the server has read of a session. */
export const BatchResult = z.object({
  session: Uuid,
  studies: z.array(BatchStudy),
  nifties: z.array(BatchNifti),
  refused: z.array(BatchRefusal),
  /** Files in archives of a kind that is not taken, without a word for each. */
  unsupported: z.number().int(),
});
export type BatchResult = z.infer<typeof BatchResult>;

/** ENT-37: a study that was moved. `status` is null while it is being converted. */
const ConvertedCase = z.object({
  uuid: Uuid,
  status: z.enum(['converted', 'error']).nullable(),
  data: z.object({ patientName: z.string() }),
  dirty: z.boolean(),
  sub: z.array(
    z.object({
      /** Of its study, with three digits behind it (ODD-25). */
      uuid: z.string(),
      patientName: z.string(),
      seriesDescription: z.string(),
      seriesNumber: z.union([z.number(), z.string()]),
      cnt: z.number().int(),
      sliceThickness: z.number().nullable(),
      imageComments: z.string(),
      dirty: z.boolean(),
    }),
  ),
});
export type ConvertedCase = z.infer<typeof ConvertedCase>;

/**
 * One path, four uses (ODD-10): a form or a packed chunk is CALL-042, and JSON is told apart by its `action`, by a field of that name, or by what it
 * names. The order matters: what names series is a move, what names studies alone asks for them, and what names neither prepares.
 */
const MoveBatch = z.object({
  action: z.literal('move').optional(),
  move: z.literal(true).optional(),
  session_id: Uuid,
  studies: z
    .array(z.object({ uuid: Uuid, bodyPart: textUpTo(100) }))
    .min(1)
    .max(LIMITS.studiesPerUpload),
  series: z
    .array(z.object({ uuid: Uuid, upload_id: Uuid }))
    .min(1)
    .max(LIMITS.studiesPerUpload * LIMITS.seriesPerRegistration),
});
const CheckBatch = z.object({
  action: z.literal('check-status').optional(),
  'check-status': z.literal(true).optional(),
  studies: z.array(Uuid).min(1).max(LIMITS.studiesPerUpload),
  series: z.never().optional(),
});
const PrepareBatch = z.object({
  action: z.literal('prepare').optional(),
  prepare: z.literal(true).optional(),
  /** Made by the client, so that it may ask again; else by the server. */
  id: Uuid.optional(),
  started: z.number().int().min(0).optional(),
  studies: z.never().optional(),
  series: z.never().optional(),
});

/** Of a series, from 0. */
const SliceNumber = z.string().regex(/^(0|[1-9]\d{0,8})$/);

const SLICE_FORMAT =
  '16 bits, signed, little endian. X-Width, X-Height, X-Slices and X-Samples (3: colours, 0 to 255) say its size, X-Slope and X-Intercept what makes ' +
  'the numbers values, X-Window-Center, X-Window-Width, X-Inverted and X-Colormap how they are shown first';

/** The legacy flow: files and archives are sent as they are, and the server unpacks, sorts and converts them. */
export const BATCH_CALLS = {
  batchUpload: {
    id: 'CALL-041',
    base: 'api',
    method: 'POST',
    path: 'batch-upload',
    access: { permission: 'r:upload-v2' },
    bodyKind: 'json-or-chunk',
    body: z.union([MoveBatch, CheckBatch, PrepareBatch]),
    answer: z.union([
      z.object({ session: Uuid, upload_token: z.string() }),
      ChunkAnswer,
      z.object({ studies: z.array(z.object({ uuid: Uuid })) }),
      z.object({ data: z.array(ConvertedCase) }),
    ]),
    repeats: true,
    summary:
      'Opens a session, takes a chunk of it (CALL-042), makes studies of what was read (CALL-047), or tells how they stand (CALL-048)',
  },
  readBatch: {
    id: 'CALL-044',
    base: 'api',
    method: 'POST',
    path: 'batch-upload/after-upload/:session',
    access: { permission: 'r:upload-v2' },
    params: z.object({ session: Uuid }),
    /** With `check` it only asks (CALL-045). */
    query: z.object({ check: z.literal('1').optional() }),
    /** Of encrypted archives, by the path under which they were refused; kept in memory until they were tried. */
    body: z.object({ passwords: z.record(textUpTo(1024), z.string().max(1024)).optional() }).optional(),
    answer: z.object({ result: z.union([z.literal(false), BatchResult]) }),
    repeats: true,
    summary: 'Begins the reading of a session on the server, and answers what was read once that has ended (CALL-045: only asks)',
  },
  batchPixels: {
    id: 'CALL-046',
    base: 'api',
    method: 'POST',
    path: 'batch-upload/get-dcm-pixel-data/:session',
    access: { permission: 'r:upload-v2' },
    params: z.object({ session: Uuid }),
    /** The sizes are those of the file, whatever is asked for: they are said again in the headers of the answer. */
    body: z.object({
      file: RowId,
      numberOfFrames: z.number().int().min(0).optional(),
      columns: z.number().int().min(0).optional(),
      rows: z.number().int().min(0).optional(),
    }),
    answerKind: 'bytes',
    records: 'read',
    repeats: true,
    summary: 'The stored values of the middle frame of a file: 16 bits, signed, little endian; X-Rows, X-Columns and X-Frames say its size',
  },
  sortOnServer: {
    id: 'CALL-057',
    base: 'services',
    method: 'POST',
    path: 'c-upload/sort-images/server',
    access: 'upload-token',
    /** `taken_back`: archives that a person does not want to send after all, whatever of them has come. */
    body: z.object({ session: Uuid, taken_back: z.array(ClientId).max(1000).optional() }),
    answer: z.object({ session: Uuid }),
    repeats: true,
    summary: 'Begins to open and sort what was sent unsorted; its end is told by an event, and by CALL-058',
  },
  sortedOnServer: {
    id: 'CALL-058',
    base: 'services',
    method: 'GET',
    path: 'c-upload/uploaded-metadata/server',
    access: 'upload-token',
    query: z.object({ session: Uuid }),
    answer: BatchResult,
    repeats: true,
    summary: 'What the server has sorted of a session',
  },
  previewOnServer: {
    id: 'CALL-059',
    base: 'services',
    method: 'GET',
    path: 'c-upload/preview/:session/:uploadId',
    access: 'upload-token',
    params: z.object({ session: Uuid, uploadId: Uuid }),
    answerKind: 'bytes',
    repeats: true,
    summary: `Every slice of a series that waits on the server, small: ${SLICE_FORMAT}`,
  },
  sliceOnServer: {
    id: 'CALL-060',
    base: 'services',
    method: 'GET',
    path: 'c-upload/preview-by-slice/:session/:uploadId/:slice',
    access: 'upload-token',
    params: z.object({ session: Uuid, uploadId: Uuid, slice: SliceNumber }),
    answerKind: 'bytes',
    repeats: true,
    summary: `One slice of such a series, from 0: ${SLICE_FORMAT}`,
  },
  niftiOnServer: {
    id: 'CALL-061',
    base: 'services',
    method: 'GET',
    path: 'c-upload/get-nifti-for-preview/:session/:studyKey',
    access: 'upload-token',
    params: z.object({ session: Uuid, studyKey: Uuid }),
    answerKind: 'bytes',
    repeats: true,
    summary: 'The NIfTI volume of a study that waits on the server, as it was sent',
  },
  makeNifti: {
    id: 'CALL-062',
    base: 'services',
    method: 'GET',
    path: 'c-upload/create-nifti-from-serie/:session/:studyKey/:uploadId',
    access: 'upload-token',
    params: z.object({ session: Uuid, studyKey: Uuid, uploadId: Uuid }),
    answerKind: 'bytes',
    repeats: true,
    summary: 'A NIfTI volume made of a series that waits on the server; asked again it is the one that was made',
  },
} as const;
