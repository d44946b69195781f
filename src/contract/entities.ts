import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';
import { Label } from './labels.ts';
import { LIMITS } from './limits.ts';
import { ProjectState, StudyProject } from './projects.ts';
import { ClientId, Colour, nameUpTo, textUpTo } from './text.ts';

const DateText = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
export const TeamSlug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
export const Uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
/** Lower-case hexadecimal SHA-256. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** After how many minutes without use the screens of a team are locked. */
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
  /** Nothing of it is read or written for now. Where it is not said, the team is open. */
  suspended: z.boolean().optional(),
  /** Where it is not said, LOCK_MINUTES. */
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
});
export type User = z.infer<typeof User>;

/** ENT-15: body parts. */
export const Category = z.object({ slug: z.string(), title: z.string() });
export type Category = z.infer<typeof Category>;

/** What a client tells the server of a series before its first byte (CALL-051). */
export const SeriesRegistration = z.object({
  /** Client id of the series: one per series of the upload. */
  id: ClientId,
  /** Place of the series in its upload, from 0; the index of its conversion events. */
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
  /** Files that will come: the series is whole once this many are proved. */
  file_count: z.number().int().min(1),
  totalFileSize: z.number().int().min(0),
  /** At most ten names (CHUNK-019, ODD-12). */
  files: z.array(textUpTo(1024)).max(10),
  type: z.enum(['dcm', 'nii']),
  /** The reference series of its study (ENT-28): one at most. A client of before version 7 says nothing of it. */
  ref_serie: z.boolean().optional(),
  /** What a person or a machine said that it shows, how sure that is (1.1: by a person), and its place among those of one acquisition, from 1. */
  acquisition_code: AcquisitionCode.optional(),
  score: z.number().min(0).max(1.1).optional(),
  sort: z.number().int().min(1).optional(),
  /** Projects that the study goes into for the sake of this series. */
  projectIds: z.array(z.number().int().min(1)).max(100).optional(),
});
export type SeriesRegistration = z.infer<typeof SeriesRegistration>;

export const StudyRegistration = z.object({
  /** Client id of the study in its upload: the same study sent twice gives the same ids. */
  id: ClientId,
  patientName: textUpTo(1024),
  originalPatientName: textUpTo(1024),
  patientSex: textUpTo(16),
  studyDate: textUpTo(32),
  studyTime: textUpTo(32),
  modality: textUpTo(16),
  dirty: z.boolean(),
  /** A client of before version 19 says nothing of it, nor of acquisitions and projects. */
  pipelineCode: textUpTo(100).nullable().optional(),
  series: z.array(SeriesRegistration).min(1).max(LIMITS.seriesPerRegistration),
});
export type StudyRegistration = z.infer<typeof StudyRegistration>;

/** Of the first version (CALL-050): studies and series in two lists, and a study is known by its UID. */
export const OlderStudyRegistration = StudyRegistration.omit({ id: true, series: true }).extend({
  studyInstanceUid: nameUpTo(64),
  bodyPart: textUpTo(100),
  /** Who says nothing of it shows the name that the files have. */
  originalPatientName: StudyRegistration.shape.originalPatientName.optional(),
  dirty: z.boolean().optional(),
  labels: z.array(z.number().int()).optional(),
  /** Who says nothing of it has taken nothing out. */
  anonymize: z.boolean().optional(),
});
export const OlderSeriesRegistration = SeriesRegistration.extend({
  /** Of its study, which is in the same request. */
  studyInstanceUid: nameUpTo(64),
});

/**
 * What was chosen on a device and could not be taken when it arrived: a label that is deleted by now, a project that has been started, a pipeline
 * that is gone, an acquisition that its modality has no more; `study`: the one that it was to join. The study stands without it: nothing of a
 * patient waits on a device for a choice.
 */
export const LeftOff = z.enum(['labels', 'projects', 'pipeline', 'acquisitions', 'study']);
export type LeftOff = z.infer<typeof LeftOff>;

/** One vocabulary for what happens to a series on the server; see src/model/status.ts for the words on the screen. */
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
  /** Null where nothing was said of it. */
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

/** ENT-47. */
export const ListedStudy = z.object({
  id: z.number().int(),
  uuid: Uuid,
  data: z.object({ patientName: z.string() }),
  studyDate: z.string(),
  modality: z.string(),
  bodyPart: Category.nullable(),
  labels: z.array(Label),
  /** Left out where the caller may not see projects. */
  projects: z.array(StudyProject).optional(),
  pipelineCode: z.string().nullable(),
  series: z.array(ListedSeries),
  anonymize: z.boolean(),
  dirty: z.boolean(),
  originalPatientName: z.string(),
  state: StudyState,
  /** Bytes of its files on the server. */
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
          /** Of the file that a de-identified one was made of on its device, as the device says. */
          original_sha256: z.string().optional(),
          proved: z.boolean(),
        }),
      ),
      /** What of the study was on the server before this upload joined it. Absent: the upload began the study. */
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
  /** Of the project that the list is of. */
  project_state: ProjectState.nullable(),
  folder: z.object({ id: z.number(), name: z.string() }).nullable(),
});

/** The page's states (upload §4). `finished` once everything is proved and each series has ended. */
export const UploadState = z.enum(['ready', 'preview', 'upload', 'converting', 'finished']);
export type UploadState = z.infer<typeof UploadState>;

/** The word for an upload in the history: its least advanced series, and failed only once nothing of it is under way any more. */
export const UploadProgress = z.enum(['sending', 'proved', 'converting', 'converted', 'failed']);
export type UploadProgress = z.infer<typeof UploadProgress>;

/** ENT-49. */
export const UploadRow = z.object({
  id: z.number().int(),
  session: Uuid,
  created_at: DateText,
  /** When every file was here and proved; null before. */
  sent_at: DateText.nullable(),
  user: z.string(),
  /** Patient's name of its first study; null for a caller who may not see studies, or where there is none. */
  name: z.string().nullable(),
  progress: UploadProgress,
  /** The server would give its receipt to this caller. */
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

/** PCALL-07: what the server holds of one upload. The client believes this and nothing else. */
export const UploadStatus = z.object({
  session: Uuid,
  state: UploadState,
  /** Indexes of the chunks whose bytes and rows are durable. */
  chunks: z.array(z.number().int()),
  files: z.array(
    z.object({
      file_id: z.string(),
      size: z.number(),
      /** Bytes durable on the server. */
      received: z.number(),
      /** All bytes are there and their SHA-256 equals the one that was announced. */
      proved: z.boolean(),
    }),
  ),
  series: z.array(z.object({ idx: z.number().int(), serieRemoteUuid: Uuid, state: SeriesState, message: z.string().nullable() })),
});
export type UploadStatus = z.infer<typeof UploadStatus>;

export { Colour, DateText };
