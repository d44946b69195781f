import { useCallback, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { readOnceMore } from '#localdb/server-archives.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { DeidentifyRules } from '#model/deidentified.ts';
import type { UploadView } from '#model/upload-view.ts';
import { askAboutNames } from './ask-about-names.ts';
import type { ServerOpens } from './ServerOpensBox.tsx';
import type { useIntake } from './use-intake.ts';

/** False: the server could not be told. */
export type Unlock = (path: string, password: string) => Promise<boolean>;

export interface ServerArchiveActs {
  /** Rows of archives that this page still has, and that the server can open. */
  openable: (fileId: string) => boolean;
  openOnServer: (fileId: string) => void;
  unlock: Unlock;
  /** Paths of archives for which a password was given: where its row is still there, it was none. */
  tried: ReadonlySet<string>;
  /** The server opens something at this moment. */
  isReading: boolean;
}

interface ServerArchives {
  archives: ServerArchiveActs;
  serverOpens: ServerOpens;
}

/** What of archives a person can leave to the server; where the team takes patient data out first, they say so of each wish. */
export function useServerArchives(
  db: LocalDb,
  view: UploadView | null | undefined,
  rules: DeidentifyRules | null,
  intake: Pick<ReturnType<typeof useIntake>, 'openable' | 'openOnServer' | 'serverOpens' | 'setServerOpens'>,
): ServerArchives {
  const unlocking = useUnlock(db, view?.id);
  return {
    archives: {
      ...unlocking,
      isReading: (view?.opening ?? null) !== null,
      openable: (fileId) => isOfServersKind(view, fileId) && intake.openable(fileId),
      openOnServer: (fileId) => askAboutNames(rules, () => intake.openOnServer(fileId)),
    },
    serverOpens: {
      serverOpens: intake.serverOpens,
      setServerOpens: (wanted) => (wanted ? askAboutNames(rules, () => intake.setServerOpens(true)) : intake.setServerOpens(false)),
    },
  };
}

/** What stays behind here and not there. */
function isOfServersKind(view: UploadView | null | undefined, fileId: string): boolean {
  const problem = view?.problems.find((each) => each.fileId === fileId)?.problem;
  return problem === 'archive-rar' || problem === 'archive-encrypted';
}

/** The password of an archive on its way to the server, which keeps it in memory until it has tried it. */
function useUnlock(db: LocalDb, uploadId: string | undefined): Pick<ServerArchiveActs, 'unlock' | 'tried'> {
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
