import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { PatientDetail } from '#contract/patients.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { formatStudyDate } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { seriesText } from '#features/studies/texts.ts';
import classes from './Patients.module.css';
import { failureText, splitText, TEXTS } from './texts.ts';
import { usePatientChanged } from './use-patients.ts';

interface SplitPatientProps {
  patient: PatientDetail;
  onSplit: (made: PatientDetail) => void;
}

/** Chooses studies that are of somebody else. */
export function SplitPatient({ patient, onSplit }: SplitPatientProps) {
  const { serverReachable } = useSession<Session>();
  const [chosen, setChosen] = useState<string[]>([]);
  // One for the whole dialog: a second try after a lost answer is the same call.
  const [uuid] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const changed = usePatientChanged();

  async function split() {
    setBusy(true);
    const answer = await callApi(CALLS.splitPatient, { params: { uuid: patient.uuid }, body: { uuid, studies: chosen } });
    setBusy(false);
    changed(answer.ok ? answer.value.data : null);
    if (!answer.ok) return setFailure(answer.failure);
    modals.closeAll();
    onSplit(answer.value.data);
  }

  return (
    <Stack>
      <Text>{TEXTS.splitWhy}</Text>
      <Checkbox.Group aria-label={TEXTS.studies} value={chosen} onChange={setChosen}>
        <div className={classes.choices}>
          {patient.list.map((study) => (
            <Checkbox
              key={study.uuid}
              className={classes.choice ?? ''}
              value={study.uuid}
              // One study has to stay.
              disabled={chosen.length === patient.studies - 1 && !chosen.includes(study.uuid)}
              label={[formatStudyDate(study.studyDate), study.modality, study.bodyPart?.title, seriesText(study.series.length)]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </div>
      </Checkbox.Group>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {TEXTS.cancel}
        </Button>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          loading={busy}
          disabled={chosen.length === 0}
          onClick={() => void split()}
        >
          {splitText(chosen.length)}
        </ServerButton>
      </Group>
    </Stack>
  );
}
