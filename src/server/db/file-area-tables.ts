import type { Generated } from 'kysely';
import type { FileFailure, FileWorkKind, FileWorkState } from '#contract/file-areas.ts';

type Ms = number;

/** A tree of folders and files. Its row is locked by everything that changes the tree. */
export interface FileAreaTable {
  id: Generated<number>;
  /** `server`, or `team-{id}`. */
  place: string;
  /** Null: of the server. */
  team_id: number | null;
}

/** Bytes of a file. They never change; entries that were copied share them. */
export interface FileContentTable {
  id: Generated<number>;
  sha256: string;
  bytes: number;
  created_at: Ms;
}

/** Where the bytes of a content are. */
export interface FilePieceTable {
  content_id: number;
  file_offset: number;
  length: number;
  object_key: string;
  object_offset: number;
}

export interface FileEntryTable {
  id: Generated<number>;
  uuid: string;
  area_id: number;
  /** Null: `top` says what it is. */
  parent_id: number | null;
  /**
   * - `root`: the area itself;
   * - `bin`: deleted, with everything below it;
   * - `work`: made by a work that has not ended. It cannot be seen.
   */
  top: 'root' | 'bin' | 'work' | null;
  /** NFC: unique in its folder. */
  name: string;
  kind: 'folder' | 'file';
  /** Of a file. */
  content_id: number | null;
  bytes: number;
  changed_at: Ms;
  work_id: number | null;
  deleted_at: Ms | null;
  deleted_by: number | null;
  /** Path of the folder in its area that it was deleted from. */
  was_in: string | null;
}

/** A change of an area: a job, or one that was made in its call and is kept so that the call can be repeated. */
export interface FileWorkTable {
  id: Generated<number>;
  /** Created by the client. */
  uuid: string;
  area_id: number;
  user_id: number | null;
  kind: FileWorkKind | 'make-folder';
  is_job: 0 | 1;
  state: FileWorkState;
  /** JSON: what the call asked for. */
  input: string;
  /** JSON: what the job does, with ids of entries. */
  plan: string | null;
  /** The folder that it works into. */
  dir_id: number | null;
  /** Of `take`. */
  upload_id: number | null;
  title: string;
  count: number;
  dir: string;
  entries_done: number;
  entries_total: number | null;
  bytes_done: number;
  bytes_total: number | null;
  current: string | null;
  failure: FileFailure | null;
  skipped: number;
  created_at: Ms;
  started_at: Ms | null;
  ended_at: Ms | null;
}

export interface FileAreaTables {
  file_area: FileAreaTable;
  file_content: FileContentTable;
  file_piece: FilePieceTable;
  file_entry: FileEntryTable;
  file_work: FileWorkTable;
}
