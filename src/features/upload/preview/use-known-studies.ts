import { useQueries } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { missingFiles } from '#localdb/files/missing-files.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { leavesAnonymous, type DeidentifyRules } from '#model/uploads/deidentified.ts';
import type { Session } from '#model/session.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { useSession } from '#ui/session-context.tsx';
import { askedUid, type KnownStudy } from './known-study.ts';

const FRESH_MS = 60_000;

/**
 * What the server knows of each study (READ-016, 017): requested when all files are read, and again when the network returns. Without an
 * answer nothing is shown and nothing waits. By id; only studies that exist somewhere. No stored key contains a UID.
 */
export function useKnownStudies(
  db: LocalDb,
  studies: readonly StudyView[],
  rules: DeidentifyRules | null,
  isRead: boolean,
): ReadonlyMap<string, KnownStudy> {
  const { team } = useSession<Session>();
  const asked = studies
    .map((study) => {
      const isAnonymous = leavesAnonymous(study.anonymize, rules);
      return { ...study, isAnonymous, uid: askedUid(study, isAnonymous) };
    })
    .filter(({ uid }) => uid !== '');
  return useQueries({
    queries: asked.map((study) => ({
      queryKey: [
        'known-study',
        team?.slug ?? null,
        study.id,
        study.isAnonymous,
        study.series.map(({ id, files }) => `${id} ${files.total}`),
      ],
      queryFn: () => readKnownStudy(db, study.uid, study),
      enabled: isRead,
      staleTime: FRESH_MS,
      refetchOnReconnect: 'always' as const,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, index) =>
          data !== undefined && (data.exists || data.teams.length > 0) ? [[asked[index]!.id, data] as const] : [],
        ),
      ),
  });
}

/** CALL-049, and additional calls for what it does not return. */
async function readKnownStudy(db: LocalDb, studyInstanceUid: string, { series }: StudyView): Promise<KnownStudy> {
  const [found, contents] = await Promise.all([
    callApi(CALLS.checkStudy, { params: { studyInstanceUid }, quiet: true }),
    callApi(CALLS.knownContents, { body: { studyInstanceUid }, quiet: true }),
  ]);
  const there = valueOf(found);
  const { files, teams } = valueOf(contents);
  const ids = series.filter(({ location }) => location === 'local').map(({ id }) => id);
  return {
    exists: Boolean(there),
    uuid: there ? there.uuid : null,
    teams: teams.map(({ title }) => title),
    missing: files.length === 0 ? {} : await missingFiles(db, ids, new Set(files)),
  };
}
