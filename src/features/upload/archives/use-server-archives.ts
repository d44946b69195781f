import { useCallback, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { readOnceMore } from '#localdb/upload/server-archives.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { confirmIdentifiedArchive } from '#features/upload/deidentification/confirm-identified-archive.ts';
import type { ServerOpens } from './ServerOpensCheckbox.tsx';
import type { UsedIntake } from '#features/upload/intake/use-intake.ts';

/** False: the server could not be reached. */
export type Unlock = (path: string, password: string) => Promise<boolean>;

export interface ServerArchiveActions {
  /** Rows of archives that this page still has, and that the server can open. */
  openable: (fileId: string) => boolean;
  openOnServer: (fileId: string) => void;
  unlock: Unlock;
  /** Paths of archives with an earlier password: if the row is still there, it was wrong. */
  tried: ReadonlySet<string>;
  /** The server is opening something now. */
  isReading: boolean;
}

export interface ServerArchives {
  archives: ServerArchiveActions;
  serverOpens: ServerOpens;
}

/** Leaves archives to the server; if the team removes patient data, the user has to confirm each one. */
export function useServerArchives(
  db: LocalDb,
  view: UploadView | null | undefined,
  rules: DeidentifyRules | null,
  intake: Pick<UsedIntake, 'openable' | 'openOnServer' | 'serverOpens' | 'setServerOpens'>,
): ServerArchives {
  const unlocking = useUnlock(db, view?.id);
  return {
    archives: {
      ...unlocking,
      isReading: (view?.opening ?? null) !== null,
      openable: (fileId) => isOfServersKind(view, fileId) && intake.openable(fileId),
      openOnServer: (fileId) => confirmIdentifiedArchive(rules, () => intake.openOnServer(fileId)),
    },
    serverOpens: {
      serverOpens: intake.serverOpens,
      setServerOpens: (wanted) =>
        wanted ? confirmIdentifiedArchive(rules, () => intake.setServerOpens(true)) : intake.setServerOpens(false),
    },
  };
}

/** The server can read it, this device cannot. */
function isOfServersKind(view: UploadView | null | undefined, fileId: string): boolean {
  const problem = view?.problems.find((each) => each.fileId === fileId)?.problem;
  return problem === 'archive-rar' || problem === 'archive-encrypted';
}

/** Sends the password of an archive to the server, which keeps it in memory until it has tried it. */
function useUnlock(db: LocalDb, uploadId: string | undefined): Pick<ServerArchiveActions, 'unlock' | 'tried'> {
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const unlock = useCallback<Unlock>(
    async (path, password) => {
      if (uploadId === undefined) return false;
      const body = { passwords: { [path]: password } };
      const answer = await callApi(CALLS.readBatch, { params: { session: uploadId }, query: {}, body });
      if (!answer.ok) return false;
      setTried((before) => new Set([...before, path]));
      await readOnceMore(db, uploadId);
      return true;
    },
    [db, uploadId],
  );
  return { unlock, tried };
}
