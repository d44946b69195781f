import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { FollowedStudy } from '#contract/lesions.ts';
import type { StudyDetail } from '#contract/study-detail.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { followUpTable, type FollowUpTable } from '#model/lesions/follow-up-table.ts';
import { shownFollowUp, type ShownBaseline, type ShownResponse } from '#model/lesions/shown-follow-up.ts';
import type { Session } from '#model/session.ts';
import { useMeasurements } from '#features/annotator/measure/use-measurements.ts';
import { followUpKey } from '#sync/lesions-key.ts';
import { useSession } from '#ui/session-context.tsx';

export interface FollowUpState {
  db: LocalDb;
  /** UUID of the study. */
  study: string;
  table: FollowUpTable;
  /** Of the study. */
  responses: readonly ShownResponse[];
  /** Date of a study of the patient as in DICOM; empty: it is not known. */
  dateOf: (study: string) => string;
  /** As somebody has chosen it; null: nobody has. */
  baseline: ShownBaseline | null;
  /** The patient has an earlier study or a lesion, and this is no blinded read. */
  isOffered: boolean;
  isLoading: boolean;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
  /** UUID of the lesion that is chosen. */
  current: string | null;
  choose: (lesion: string | null) => void;
}

const FollowUpContext = createContext<FollowUpState | null>(null);

interface FollowUpProviderProps {
  db: LocalDb;
  study: StudyDetail;
  /** Earlier studies of the same patient that are open beside it. */
  earlier: readonly { study: StudyDetail }[];
  /** A read of a campaign, which shows only what was made in it. */
  isRead: boolean;
  children: ReactNode;
}

/** The lesions of the patient of a study, for everything in its workstation. */
export function FollowUpProvider({ db, study, earlier, isRead, children }: FollowUpProviderProps) {
  const state = useFollowUpOf(db, study, earlier, isRead);
  return <FollowUpContext value={state}>{children}</FollowUpContext>;
}

export function useFollowUp(): FollowUpState {
  const state = use(FollowUpContext);
  if (state === null) throw new Error('Outside of a workstation');
  return state;
}

/** PCALL-123, with what waits on this device, and the measurements that it names. Readable offline once seen. */
function useFollowUpOf(db: LocalDb, detail: StudyDetail, earlier: FollowUpProviderProps['earlier'], isRead: boolean): FollowUpState {
  const { user, team } = useSession<Session>();
  const study = detail.uuid;
  const [current, choose] = useState<string | null>(null);
  const rows = useSavedWrites(db);
  const { data, error, isFetching, isLoading, refetch } = useQuery({
    queryKey: followUpKey(team?.slug ?? null, study),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.followUp, { params: { uuid: study }, signal, quiet: true })).data,
    enabled: !isRead,
  });
  const known = useMemo(() => [detail, ...earlier.map((one) => one.study)].map(followed), [detail, earlier]);
  const { studies, lesions, responses, baseline } = useMemo(
    () =>
      shownFollowUp(
        known,
        data,
        rows.map(({ write }) => write),
        { id: user.id, name: user.name },
      ),
    [known, data, rows, user.id, user.name],
  );
  const named = useMemo(
    () => [...new Set([study, ...lesions.flatMap(({ findings }) => findings.map((finding) => finding.study))])],
    [study, lesions],
  );
  const { measurements, lists } = useMeasurements(db, named);
  const table = useMemo(
    () =>
      followUpTable({
        ...{ study, studies, lesions, baseline: baseline?.study ?? null },
        measurementsOf(uuid) {
          const own = measurements.filter((each) => each.study === uuid && each.waits !== 'deletion');
          return own.length === 0 && lists[named.indexOf(uuid)] === undefined ? null : own;
        },
      }),
    [study, studies, lesions, baseline?.study, measurements, lists, named],
  );
  const isOffered = !isRead && (earlier.length > 0 || lesions.length > 0);
  return useMemo(
    () => ({
      ...{ db, study, table, baseline, isOffered, isFetching, current, choose },
      dateOf: (uuid: string) => studies.find((each) => each.uuid === uuid)?.studyDate ?? '',
      responses: responses.filter((each) => each.study === study),
      isLoading: isLoading && data === undefined,
      error: data === undefined ? error : null,
      refetch: () => void refetch(),
    }),
    [db, study, studies, table, responses, baseline, isOffered, isLoading, isFetching, current, data, error, refetch],
  );
}

const followed = ({ uuid, id, studyDate }: StudyDetail): FollowedStudy => ({ uuid, id, studyDate });
