import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';
import { Label } from './labels.ts';
import { LIMITS } from './limits.ts';
import { ProjectState, StudyProject } from './projects.ts';
import { Suv } from './suv.ts';
import { ClientId, Colour, nameUpTo, textUpTo } from './text.ts';

const DateText = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
export const TeamSlug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
export const Uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
/** Lower-case hexadecimal SHA-256. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Idle minutes after which the screens of a team are locked. */
export const LockMinutes = z.number().int().min(2).max(30);
export const LOCK_MINUTES = 10;

/** ENT-01. `preferred` is 1 when preferred. */
export const Team = z.object({
  id: z.number().int(),
  slug: TeamSlug,
  title: z.string(),
  data: z.object({ color: Colour }),
  users: z.array(z.object({ id: z.number().int(), name: z.string(), data: z.object({ color: Colour }) })),
  preferred: z.union([z.literal(0), z.literal(1)]),
  /** Its data can be neither read nor written for now. Absent: the team is open. */
  suspended: z.boolean().optional(),
  /** Absent: LOCK_MINUTES. */
  lock_minutes: LockMinutes.optional(),
});
export type Team = z.infer<typeof Team>;

/** ENT-04. */
export const Invitation = z.object({
  id: z.number().int(),
  team: z.object({ title: z.string(), slug: TeamSlug }),
  status: z.enum(['pending', 'accepted', 'declined']),
});

/** ENT-02, ENT-03. `scope` holds the permissions in the team of the request. */
export const User = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  data: z.object({ color: Colour }),
  teams: z.array(Team),
  invitations: z.array(Invitation),
  email_verified_at: DateText.nullable(),
  scope: z.array(z.string()),
  /** Only while a platform administrator acts as this person: who, why, and until when at most. */
  acting: z.object({ by: z.string(), reason: z.string(), until: DateText }).optional(),
});
export type User = z.infer<typeof User>;

/** ENT-15: body parts. */
export const Category = z.object({ slug: z.string(), title: z.string() });
export type Category = z.infer<typeof Category>;
/** `id` is the `category_id` of its structures. */
export const CategoryOption = Category.extend({
  id: z.number().int(),
  /** Not offered for new studies and structures; existing ones keep it. */
  hidden: z.literal(true).optional(),
});
export type CategoryOption = z.infer<typeof CategoryOption>;

/** What a client tells the server about a series before its first byte (CALL-051). */
export const SeriesRegistration = z.object({
  /** Client ID of the series, unique in the upload. */
  id: ClientId,
  /** Position of the series in its upload, from 0; used as index in its conversion events. */
  idx: z.number().int().min(0),
  seriesInstanceUid: textUpTo(64),
  seriesNumber: z.union([z.number(), textUpTo(32)]),
  seriesDescription: textUpTo(1024),
  modalityCode: textUpTo(16),
  /** Slice count. */
  cnt: z.number().int().min(0),
  numberOfFrames: z.number().int().min(0),
  rows: z.number().int().min(0),
  columns: z.number().int().min(0),
  sliceThickness: z.number().nullable(),
  /** Number of files to come: the series is complete when this many are verified. */
  file_count: z.number().int().min(1),
  totalFileSize: z.number().int().min(0),
  /** At most ten names (CHUNK-019, ODD-12). */
  files: z.array(textUpTo(1024)).max(10),
  type: z.enum(['dcm', 'nii']),
  /** The reference series of its study (ENT-28), at most one. Clients before version 7 omit it. */
  ref_serie: z.boolean().optional(),
  /**
   * The acquisition that a person or a machine assigned, its certainty (1.1: by a person), and the position among the series of that acquisition,
   * from 1.
   */
  acquisition_code: AcquisitionCode.optional(),
  score: z.number().min(0).max(1.1).optional(),
  sort: z.number().int().min(1).optional(),
  /** Projects to which the study is added for this series. */
  projectIds: z.array(z.number().int().min(1)).max(100).optional(),
  /** Name of the grid that the device has read from the files as they are sent. Clients before version 48 omit it. */
  grid: Sha256.optional(),
  /** What its uptake values are computed with, from the header before de-identification. Only of PET series. Clients before version 61 omit it. */
  suv: Suv.optional(),
});
export type SeriesRegistration = z.infer<typeof SeriesRegistration>;

export const StudyRegistration = z.object({
  /** Client ID of the study in its upload: sending the same study twice returns the same IDs. */
  id: ClientId,
  patientName: textUpTo(1024),
  originalPatientName: textUpTo(1024),
  patientSex: textUpTo(16),
  studyDate: textUpTo(32),
  studyTime: textUpTo(32),
  modality: textUpTo(16),
  dirty: z.boolean(),
  /** Clients before version 19 omit it, as well as acquisitions and projects. */
  pipelineCode: textUpTo(100).nullable().optional(),
  series: z.array(SeriesRegistration).min(1).max(LIMITS.seriesPerRegistration),
});
export type StudyRegistration = z.infer<typeof StudyRegistration>;

/** The first version (CALL-050): studies and series are separate lists, and a study is identified by its UID. */
export const OlderStudyRegistration = StudyRegistration.omit({ id: true, series: true }).extend({
  studyInstanceUid: nameUpTo(64),
  bodyPart: textUpTo(100),
  /** Absent: the name in the files is shown. */
  originalPatientName: StudyRegistration.shape.originalPatientName.optional(),
  dirty: z.boolean().optional(),
  labels: z.array(z.number().int()).optional(),
  /** Absent: nothing was removed. */
  anonymize: z.boolean().optional(),
});
export const OlderSeriesRegistration = SeriesRegistration.extend({
  /** UID of its study, which is in the same request. */
  studyInstanceUid: nameUpTo(64),
});

/**
 * Choices of the user that could not be applied on arrival: a deleted label, a project that has been started, a deleted pipeline, an acquisition
 * that its modality no longer has. `study`: the study to join. The study is registered without them, because patient data must not wait on a device
 * for a choice.
 */
export const LeftOff = z.enum(['labels', 'projects', 'pipeline', 'acquisitions', 'study']);
export type LeftOff = z.infer<typeof LeftOff>;

/** The states of a series on the server. src/model/status.ts has the texts on the screen. */
export const SeriesState = z.enum(['receiving', 'proved', 'converting', 'converted', 'error']);
export type SeriesState = z.infer<typeof SeriesState>;
export const StudyState = z.enum(['receiving', 'proved', 'converting', 'converted', 'error']);
export type StudyState = z.infer<typeof StudyState>;

export const ListedSeries = z.object({
  id: z.number().int(),
  uuid: Uuid,
  seriesNumber: z.union([z.number(), z.string()]),
  seriesDescription: z.string(),
  modalityCode: z.string(),
  cnt: z.number().int(),
  /** The reference series of its study. */
  ref_serie: z.boolean(),
  /** Null if none was assigned. */
  acquisition_code: AcquisitionCode.nullable(),
  score: z.number().nullable(),
  sort: z.number().int().nullable(),
  state: SeriesState,
  /** Why a series could not become a volume; never patient data. */
  message: z.string().nullable(),
  files: z.number().int(),
  proved: z.number().int(),
  volumes: z.number().int(),
});

const StudyFolder = z.object({ id: z.number(), name: z.string() });

/** ENT-47. */
export const ListedStudy = z.object({
  id: z.number().int(),
  uuid: Uuid,
  data: z.object({ patientName: z.string() }),
  /** Uuid of its patient. Absent in answers of servers before version 32, also in kept copies. */
  patient: Uuid.optional(),
  studyDate: z.string(),
  modality: z.string(),
  bodyPart: Category.nullable(),
  labels: z.array(Label),
  /** Absent if the caller may not see projects. */
  projects: z.array(StudyProject).optional(),
  /** Absent in answers of servers before version 34, also in kept copies. */
  folder: StudyFolder.nullable().optional(),
  pipelineCode: z.string().nullable(),
  series: z.array(ListedSeries),
  anonymize: z.boolean(),
  dirty: z.boolean(),
  originalPatientName: z.string(),
  state: StudyState,
  /** Size of its files on the server, in bytes. */
  size: z.number(),
  created_at: DateText,
  updated_at: DateText,
});
export type ListedStudy = z.infer<typeof ListedStudy>;

/** docs/receipts.md. */
export const Receipt = z.object({
  session: Uuid,
  created_at: DateText,
  studies: z.array(
    z.object({
      studyUuid: Uuid,
      root: z.string(),
      files: z.array(
        z.object({
          name: z.string(),
          size: z.number(),
          sha256: z.string(),
          /** SHA-256 of the file that a de-identified file was made from, as reported by the device. */
          original_sha256: z.string().optional(),
          proved: z.boolean(),
        }),
      ),
      /** Files of the study that were on the server before this upload joined it. Absent: the upload created the study. */
      there: z.array(z.object({ sha256: z.string(), original_sha256: z.string().optional() })).optional(),
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

/** LIST-008. */
export const StudyList = z.object({
  data: z.array(ListedStudy),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
  /** State of the project that the list is filtered by. */
  project_state: ProjectState.nullable(),
  /** The folder that the list is filtered by. */
  folder: StudyFolder.nullable(),
});

/** The states of the page (upload §4). `finished` when everything is verified and each series has ended. */
export const UploadState = z.enum(['ready', 'preview', 'upload', 'converting', 'finished']);
export type UploadState = z.infer<typeof UploadState>;

/** State of an upload in the history: that of its least advanced series, and `failed` only when no series is in progress. */
export const UploadProgress = z.enum(['sending', 'proved', 'converting', 'converted', 'failed']);
export type UploadProgress = z.infer<typeof UploadProgress>;

/** ENT-49. */
export const UploadRow = z.object({
  id: z.number().int(),
  session: Uuid,
  created_at: DateText,
  /** When every file had arrived and was verified; null before that. */
  sent_at: DateText.nullable(),
  user: z.string(),
  /** Patient name of its first study; null if the caller may not see studies or there is none. */
  name: z.string().nullable(),
  progress: UploadProgress,
  /** Whether this caller may download its receipt. */
  receipt: z.boolean(),
  files: z.number().int(),
  proved: z.number().int(),
  studies: z.number().int(),
  series: z.number().int(),
  size: z.number(),
  state: UploadState,
  errors: z.number().int(),
});
export type UploadRow = z.infer<typeof UploadRow>;
export const UploadList = z.object({
  data: z.array(UploadRow),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});

/** PCALL-07: which parts of an upload the server has. The client relies only on this. */
export const UploadStatus = z.object({
  session: Uuid,
  state: UploadState,
  /** Indexes of the chunks whose bytes and rows are stored durably. */
  chunks: z.array(z.number().int()),
  files: z.array(
    z.object({
      file_id: z.string(),
      size: z.number(),
      /** Bytes stored durably on the server. */
      received: z.number(),
      /** All bytes have arrived and their SHA-256 equals the announced one. */
      proved: z.boolean(),
    }),
  ),
  series: z.array(
    z.object({
      idx: z.number().int(),
      serieRemoteUuid: Uuid,
      state: SeriesState,
      message: z.string().nullable(),
      /** Its study was deleted from the team. */
      deleted: z.boolean().optional(),
    }),
  ),
});
export type UploadStatus = z.infer<typeof UploadStatus>;

export { Colour, DateText };
