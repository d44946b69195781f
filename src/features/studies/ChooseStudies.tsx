import { Button, Checkbox, Group, Skeleton, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { changeFailureText, withStatus } from '#api/failure-texts.ts';
import { valueOf, type ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ListedStudy } from '#contract/entities.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatStudyDate } from '#ui/format.ts';
import { Pager } from '#ui/lists/Pager.tsx';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { useHeldWhilePressed } from '#ui/lists/use-held-while-pressed.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './StudyLinks.module.css';
import { TEXTS } from './texts.ts';

interface ChooseStudiesProps {
  /** Studies that are in it already cannot be chosen. */
  isIn: (study: ListedStudy) => boolean;
  /** With the studies in the order in which they were chosen. Returns why they were not added, or null. */
  onAdd: (uuids: string[], studies: readonly ListedStudy[]) => Promise<ApiFailure | null>;
}

/** A dialog in which studies are searched and chosen. The choice stays over searches and pages. */
export function ChooseStudies({ isIn, onAdd }: ChooseStudiesProps) {
  const { team, serverReachable } = useSession<Session>();
  const [{ page, search }, show] = useState({ page: 1, search: '' });
  const [chosen, setChosen] = useState<readonly ListedStudy[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const query = { page, ...(search !== '' && { search }) };
  const { data: latest, error } = useQuery({
    queryKey: ['studies', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.studies, { query, signal })),
    placeholderData: keepPreviousData,
  });
  const data = useHeldWhilePressed(latest);
  const uuids = chosen.map(({ uuid }) => uuid);

  function choose(wanted: readonly string[]) {
    const known = new Map([...(data?.data ?? []), ...chosen].map((study) => [study.uuid, study]));
    setChosen(wanted.flatMap((uuid) => known.get(uuid) ?? []));
  }

  async function add() {
    setBusy(true);
    const why = await onAdd(uuids, chosen);
    setBusy(false);
    setFailure(why);
    if (why === null) modals.closeAll();
  }

  return (
    <Stack>
      <div className={classes.search}>
        <SearchField label={TEXTS.choose.search} search={search} onSearch={(next) => show({ page: 1, search: next })} />
        {data && (
          <Pager page={data.current_page} perPage={data.per_page} total={data.total} onPage={(next) => show({ page: next, search })} />
        )}
      </div>
      <Checkbox.Group aria-label={TEXTS.title} value={uuids} onChange={choose}>
        <div className={classes.choices} aria-busy={data === undefined && error === null}>
          {data === undefined &&
            (error === null ? <Skeleton height="100%" /> : <p className={classes.note}>{withStatus(TEXTS.failed, error)}</p>)}
          {data?.data.map((study) => (
            <Checkbox key={study.uuid} className={classes.choice ?? ''} value={study.uuid} disabled={isIn(study)} label={nameOf(study)} />
          ))}
          {data?.total === 0 && <p className={classes.note}>{TEXTS.choose.nothing}</p>}
        </div>
      </Checkbox.Group>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={changeFailureText(failure)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {TEXTS.choose.cancel}
        </Button>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.choose.needsServer}
          loading={busy}
          disabled={chosen.length === 0}
          onClick={() => void add()}
        >
          {t('Add {count, plural, one {# study} other {# studies}}', { count: chosen.length })}
        </ServerButton>
      </Group>
    </Stack>
  );
}

function nameOf({ data, studyDate, modality, bodyPart }: ListedStudy): string {
  return [patientNameToText(data.patientName) || TEXTS.noName, formatStudyDate(studyDate), modality, bodyPart?.title]
    .filter(Boolean)
    .join(' · ');
}
