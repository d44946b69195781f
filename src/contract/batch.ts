import { ChunkAnswer } from './chunk.ts';
import { Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { ClientId, RowId, textUpTo } from './text.ts';
import { z } from './zod.ts';

/** What can be wrong with an archive, whoever reads it. */
export const ARCHIVE_PROBLEMS = [
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
] as const;

/** Why a sent file, or a file in it, is not uploaded: the problems that the device's readers know, and those that only a server can have. */
export const BatchProblem = z.enum([
  ...ARCHIVE_PROBLEMS,
  /** Reading took longer than the limit for one archive. */
  'archive-slow',
  /** Its reader crashed at every try. */
  'archive-broke',
  /** Its contents exceed the storage space of the team. */
  'no-room',
  /** Not a readable image. */
  'not-an-image',
  /** The same bytes are already part of this upload. */
  'duplicate',
  /** Its study is sent de-identified, and patient data cannot be removed from this file. */
  'not-deidentified',
]);
export type BatchProblem = z.infer<typeof BatchProblem>;

/**
 * A file that is not uploaded: `path` begins with the name of the sent file. `message` says what happened and what to do. An encrypted archive has
 * its own entry, also inside another archive, because its password is given by this path.
 */
const BatchRefusal = z.object({ path: z.string(), code: BatchProblem, message: z.string() });

const Numbers = z.array(z.number());
const Texts = z.array(z.string());

/** Further facts of a series, under the names of ENT-28 to 34: the same that a device knows of a series that it has read itself. */
const BatchFacts = z.object({
  protocolName: z.string(),
  bodyPartExamined: z.string(),
  imageType: Texts,
  SOPClassUID: z.string(),
  transferSyntaxUID: z.string(),
  /** Sum over all its files. */
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
  /** It has an image that can be drawn. */
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
  /** Created by the server, and the same at every request. */
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
  /** Its middle file, for an image (CALL-046). */
  file: RowId,
  facts: BatchFacts,
});
export type BatchSeries = z.infer<typeof BatchSeries>;

const BatchStudy = z.object({
  /** UUID of the study that CALL-047 creates. */
  uuid: Uuid,
  studyInstanceUid: z.string(),
  patientName: z.string(),
  patientSex: z.string(),
  studyDate: z.string(),
  studyTime: z.string(),
  studyDescription: z.string(),
  modality: z.string(),
  /** The team already has it (LEG-022). */
  exists: z.boolean(),
  series: z.array(BatchSeries),
});

const BatchNifti = z.object({
  upload_id: Uuid,
  filesize: z.number(),
  /** Columns, rows, slices. */
  sizes: z.array(z.number()),
  /** Distances between columns, rows and slices in mm. */
  thicknesses: z.array(z.number().nullable()),
  windowCenter: z.number().nullable(),
  windowWidth: z.number().nullable(),
  intercept: z.number(),
  slope: z.number(),
});

/** ENT-36: what the server has read in a session. */
export const BatchResult = z.object({
  session: Uuid,
  studies: z.array(BatchStudy),
  nifties: z.array(BatchNifti),
  refused: z.array(BatchRefusal),
  /** Number of files in archives whose kind is not supported, without an entry for each. */
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
      /** UUID of its study, followed by three digits (ODD-25). */
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
 * One path with four uses (ODD-10). A form or a packed chunk is CALL-042. JSON is told apart by its `action`, by a field of that name, or by its
 * fields. The order matters: a body with series is a move, a body with only studies asks for their state, and a body with neither prepares a
 * session.
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
  /** Generated by the client so that it may repeat the call, otherwise by the server. */
  id: Uuid.optional(),
  started: z.number().int().min(0).optional(),
  studies: z.never().optional(),
  series: z.never().optional(),
});

/** Number of a slice in a series, from 0. */
const SliceNumber = z.string().regex(/^(0|[1-9]\d{0,8})$/);

const SLICE_FORMAT =
  '16 bits, signed, little endian. X-Width, X-Height, X-Slices and X-Samples (3: colours, 0 to 255) give the size, X-Slope and X-Intercept ' +
  'the rescale, and X-Window-Center, X-Window-Width, X-Inverted and X-Colormap the initial display';

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
      'Open a session, send a chunk of it (CALL-042), create studies from the files that were read (CALL-047), or get their state (CALL-048)',
  },
  readBatch: {
    id: 'CALL-044',
    base: 'api',
    method: 'POST',
    path: 'batch-upload/after-upload/:session',
    access: { permission: 'r:upload-v2' },
    params: z.object({ session: Uuid }),
    /** With `check`, only asks for the result (CALL-045). */
    query: z.object({ check: z.literal('1').optional() }),
    /** Passwords of encrypted archives, by the path in their refusal. Kept in memory until they have been tried. */
    body: z.object({ passwords: z.record(textUpTo(1024), z.string().max(1024)).optional() }).optional(),
    answer: z.object({ result: z.union([z.literal(false), BatchResult]) }),
    repeats: true,
    summary: 'Start reading a session on the server. Returns the result when reading has finished (CALL-045: only returns the result)',
  },
  batchPixels: {
    id: 'CALL-046',
    base: 'api',
    method: 'POST',
    path: 'batch-upload/get-dcm-pixel-data/:session',
    access: { permission: 'r:upload-v2' },
    params: z.object({ session: Uuid }),
    /** The sizes are those of the file, whatever is requested. The headers of the answer repeat them. */
    body: z.object({
      file: RowId,
      numberOfFrames: z.number().int().min(0).optional(),
      columns: z.number().int().min(0).optional(),
      rows: z.number().int().min(0).optional(),
    }),
    answerKind: 'bytes',
    records: 'read',
    repeats: true,
    summary: 'Stored values of the middle frame of a file: 16 bits, signed, little endian. X-Rows, X-Columns and X-Frames give the size',
  },
  sortOnServer: {
    id: 'CALL-057',
    base: 'services',
    method: 'POST',
    path: 'c-upload/sort-images/server',
    access: 'upload-token',
    /** `taken_back`: archives that the user no longer wants to send, even if parts of them have arrived. */
    body: z.object({ session: Uuid, taken_back: z.array(ClientId).max(1000).optional() }),
    answer: z.object({ session: Uuid }),
    repeats: true,
    summary: 'Start unpacking and sorting files that were sent unsorted. An event and CALL-058 report the end',
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
    summary: 'Files of a session that the server has sorted',
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
    summary: `All slices of a sorted series, reduced in size: ${SLICE_FORMAT}`,
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
    summary: `One slice of a sorted series, counted from 0: ${SLICE_FORMAT}`,
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
    summary: 'NIfTI volume of a sorted study, as it was sent',
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
    summary: 'NIfTI volume created from a sorted series. Repeated calls return the same volume',
  },
} as const;
