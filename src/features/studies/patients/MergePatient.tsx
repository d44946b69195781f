import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Patient, PatientDetail } from '#contract/patients.ts';
import type { Session } from '#model/session.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatStudyDate } from '#ui/format.ts';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { useHeldWhilePressed } from '#ui/lists/use-held-while-pressed.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone } from '#ui/toasts.ts';
import { TEXTS as STUDIES } from '#features/studies/texts.ts';
import classes from './Patients.module.css';
import { failureText, mergedText, studiesText, TEXTS } from './texts.ts';
import { usePatientChanged, usePatients } from './use-patients.ts';

/** Finds another patient, whose studies move to this one. */
export function MergePatient({ patient }: { patient: PatientDetail }) {
  const { serverReachable } = useSession<Session>();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const changed = usePatientChanged();
  const found = usePatients({ page: 1, search });
  const shown = useHeldWhilePressed(found.data);
  const others = shown?.data.filter(({ uuid }) => uuid !== patient.uuid) ?? [];
  const isShown = others.some(({ uuid }) => uuid === chosen);

  async function merge(from: string) {
    setBusy(true);
    const answer = await callApi(CALLS.mergePatients, { params: { uuid: patient.uuid }, body: { from } });
    setBusy(false);
    changed(answer.ok ? answer.value.data : null);
    if (!answer.ok) return setFailure(answer.failure);
    modals.closeAll();
    showDone(mergedText(answer.value.data.studies));
  }

  return (
    <Stack>
      <Text>{TEXTS.mergeWhy}</Text>
      <div className={classes.search}>
        <SearchField label={TEXTS.search} search={search} onSearch={setSearch} />
      </div>
      <div className={classes.choices}>
        {others.length === 0 && found.data !== undefined && <Text c="dimmed">{TEXTS.mergeNobody}</Text>}
        {found.isError && found.data === undefined && <Text c="dimmed">{TEXTS.failed}</Text>}
        <Radio.Group aria-label={TEXTS.title} value={chosen ?? ''} onChange={setChosen}>
          {others.map((other) => (
            <Radio key={other.uuid} className={classes.choice ?? ''} value={other.uuid} label={<Choice patient={other} />} />
          ))}
        </Radio.Group>
      </div>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {TEXTS.cancel}
        </Button>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          loading={busy}
          disabled={chosen === null || !isShown}
          onClick={() => chosen !== null && void merge(chosen)}
        >
          {TEXTS.mergeNow}
        </ServerButton>
      </Group>
    </Stack>
  );
}

function Choice({ patient: { name, patientId, birthDate, sex, studies } }: { patient: Patient }) {
  return (
    <>
      <bdi>{patientNameToText(name) || STUDIES.noName}</bdi>
      <span className={classes.note}>
        {[patientId, formatStudyDate(birthDate), sex, studiesText(studies)].filter((text) => text !== '').join(' · ')}
      </span>
    </>
  );
}
