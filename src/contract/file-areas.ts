import { ARCHIVE_PROBLEMS } from './batch.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { z } from './zod.ts';

/**
 * A path in an area: `/server/...`, or `/{slug of the team}/...`. A trailing slash is optional. The server decides which names are allowed
 * (`file_name_refused`); nothing is removed from what was written.
 */
export const FilePath = z.string().min(1).max(LIMITS.filePathChars);
export const FilePaths = z.array(FilePath).min(1).max(LIMITS.filesPerChange);

/** ENT-51. The first three mean what PHP's `pathinfo` means by them: `a.tar.gz` is `a.tar.gz`, `a.tar` and `gz`. */
export const FileItem = z.object({
  basename: z.string(),
  filename: z.string(),
  /** Empty if the name has no dot. */
  extension: z.string(),
  isFile: z.boolean(),
  isDir: z.boolean(),
  /** Bytes of a file; 0 of a folder. */
  size: z.number().int(),
  /** Empty for a folder. */
  sizePretty: z.string(),
  path: z.string(),
  /** Milliseconds since 1970, in UTC. */
  changed_at: z.number().int(),
  /** A running work writes into this folder. */
  busy: z.boolean(),
});
export type FileItem = z.infer<typeof FileItem>;

export const FileArea = z.object({
  /** The first part of its paths: `server`, or the slug of the team. */
  slug: z.string(),
  title: z.string(),
  /** Files of the area, each copy and those in the bin with them. */
  bytes: z.number().int(),
  /** Storage that the area may use; null: as much as the server has. */
  limit: z.number().int().nullable(),
});
export type FileArea = z.infer<typeof FileArea>;

export const FileList = z.object({
  /** Folders first, then by name in natural order. */
  data: z.array(FileItem),
  /** As it is written, without a trailing slash; `/` for the list of areas. */
  dir: z.string(),
  /** Null for the list of areas. */
  area: FileArea.nullable(),
});
export type FileList = z.infer<typeof FileList>;

/**
 * What happens where a name exists. Folders of the same name are merged in every case.
 * - `overwrite`: what was there goes to the bin;
 * - `keep-both`: the new one gets a number, `scan (2).nii`;
 * - `skip`: the new one is left out, and at a move stays where it is.
 */
export const ConflictChoice = z.enum(['overwrite', 'keep-both', 'skip']);
export type ConflictChoice = z.infer<typeof ConflictChoice>;

/** `folder`: folders that would be merged. `other-kind`: a file meets a folder of its name, or a folder a file. */
export const FileConflict = z.object({
  kind: z.enum(['file', 'folder', 'other-kind']),
  count: z.number().int(),
  /** Paths of the first ones that are in the way. */
  examples: z.array(z.string()),
});
export type FileConflict = z.infer<typeof FileConflict>;

/** What the product makes, as its download gives it: a version of a dataset, the file of a version of a model, the original files of a study. */
export const FileSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dataset'), version: Uuid }),
  z.object({ kind: z.literal('model'), version: Uuid }),
  z.object({ kind: z.literal('originals'), study: Uuid }),
]);
export type FileSource = z.infer<typeof FileSource>;

export const FileWorkKind = z.enum(['copy', 'move', 'delete', 'zip', 'unzip', 'take', 'put']);
export type FileWorkKind = z.infer<typeof FileWorkKind>;

/** `waiting`, `running`, or how it ended. */
export const FileWorkState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
export type FileWorkState = z.infer<typeof FileWorkState>;

/**
 * Why a work failed. Nothing of it is left in the area then, except of `take`, which keeps the files that had arrived.
 * - `archive-...`: what is wrong with the archive. `archive-escapes`: an entry of it would leave the folder;
 * - `name-refused`: an entry of the archive, or a sent file, has a name that is not allowed;
 * - `folder-full`, `too-deep`, `no-room`: the limits of an area;
 * - `gone`: the folder or the file was deleted meanwhile, or the upload was, or what should be put into the area;
 * - `not-allowed`: the right to it was taken meanwhile. `incomplete`: files of the study are not on the server;
 * - `broke`, `interrupted`: it crashed, or the server stopped, each time.
 */
export const FileFailure = z.enum([
  ...ARCHIVE_PROBLEMS,
  'archive-escapes',
  'archive-slow',
  'name-refused',
  'folder-full',
  'too-deep',
  'no-room',
  'gone',
  'not-allowed',
  'incomplete',
  'broke',
  'interrupted',
]);
export type FileFailure = z.infer<typeof FileFailure>;

export const FileWork = z.object({
  uuid: Uuid,
  kind: FileWorkKind,
  state: FileWorkState,
  /** Name of the first entry that it is about. */
  title: z.string(),
  /** How many entries were named. */
  count: z.number().int(),
  /** The folder that it works into; of `delete`, the folder that they are in. */
  dir: z.string(),
  entries_done: z.number().int(),
  /** Null while it is not known. */
  entries_total: z.number().int().nullable(),
  bytes_done: z.number().int(),
  bytes_total: z.number().int().nullable(),
  /** Name of the entry that it is at. */
  current: z.string().nullable(),
  failure: FileFailure.nullable(),
  /** Entries left out, because of `skip`. */
  skipped: z.number().int(),
  created_at: DateText,
  started_at: DateText.nullable(),
  ended_at: DateText.nullable(),
  /** Name of the person; null if the account is gone. */
  by: z.string().nullable(),
});
export type FileWork = z.infer<typeof FileWork>;

/** `work` is null if everything was done during the call. */
export const FilesChanged = z.object({ ok: z.literal(true), work: FileWork.nullable() });
/** Names exist and no choice was given: nothing was changed. */
export const FilesInTheWay = z.object({ ok: z.literal(false), conflicts: z.array(FileConflict) });
export const FilesAnswer = z.union([FilesChanged, FilesInTheWay]);
export type FilesAnswer = z.infer<typeof FilesAnswer>;
export const WorkStarted = z.object({ ok: z.literal(true), work: FileWork });

export const BinItem = z.object({
  id: Uuid,
  basename: z.string(),
  isDir: z.boolean(),
  /** Bytes of a file; of a folder, of all its files. */
  size: z.number().int(),
  sizePretty: z.string(),
  /** Where it was. */
  path: z.string(),
  deleted_at: DateText,
  /** Then it is removed. */
  until: DateText,
  by: z.string().nullable(),
});
export type BinItem = z.infer<typeof BinItem>;
