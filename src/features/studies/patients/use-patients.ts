import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { PatientDetail } from '#contract/patients.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** One page of the patients of the team (PCALL-41). Opened pages are readable offline. */
export function usePatients({ page, search }: { page: number; search: string }) {
  const { team } = useSession<Session>();
  const query = { page, ...(search !== '' && { search }) };
  return useQuery({
    queryKey: ['patients', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.patients, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** A patient with its studies (PCALL-42). Readable offline once opened. Undefined: it is not known yet. */
export function usePatient(uuid: string | undefined) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['patient', team?.slug ?? null, uuid],
    queryFn:
      uuid === undefined ? skipToken : async ({ signal }) => valueOf(await callApi(CALLS.patient, { params: { uuid }, signal })).data,
  });
}

/** After a change: shows the answer, and fetches again whatever names the patient of a study. */
export function usePatientChanged() {
  const client = useQueryClient();
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  return (patient: PatientDetail | null) => {
    if (patient !== null) client.setQueryData(['patient', slug, patient.uuid], patient);
    for (const name of ['patient', 'patients', 'studies', 'study']) void client.invalidateQueries({ queryKey: [name, slug] });
  };
}
