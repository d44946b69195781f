import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { StudyForm } from '#contract/forms.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { shownAnswers, type ShownAnswer } from '#model/forms/shown-answers.ts';
import type { Session } from '#model/session.ts';
import { studyFormsKey } from '#sync/forms-key.ts';
import { useSession } from '#ui/session-context.tsx';

export interface StudyFormsState {
  db: LocalDb;
  /** UUID of the study. */
  study: string;
  /** Null while they are not known. */
  forms: readonly StudyForm[] | null;
  answers: readonly ShownAnswer[];
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

const NONE: readonly never[] = [];

/** PCALL-115, with what waits on this device. Readable offline once seen. */
export function useStudyForms(db: LocalDb, study: string): StudyFormsState {
  const { user, team } = useSession<Session>();
  const rows = useSavedWrites(db);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: studyFormsKey(team?.slug ?? null, study),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studyForms, { params: { uuid: study }, signal, quiet: true })).data,
  });
  const answered = data?.answers;
  const answers = useMemo(
    () =>
      shownAnswers(
        study,
        answered ?? NONE,
        rows.map(({ write }) => write),
        { id: user.id, name: user.name },
      ),
    [study, answered, rows, user.id, user.name],
  );
  const forms = data?.forms ?? null;
  return useMemo(
    () => ({ db, study, forms, answers, error: data === undefined ? error : null, isFetching, refetch: () => void refetch() }),
    [db, study, forms, answers, data, error, isFetching, refetch],
  );
}
