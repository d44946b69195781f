import { ActionIcon, Button, NativeSelect, Skeleton, Tooltip } from '@mantine/core';
import { IconChartPie, IconFilterX, IconX } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Dataset, DatasetPart, DatasetPatient } from '#contract/datasets.ts';
import { PARTS } from '#model/datasets/parts.ts';
import type { Session } from '#model/session.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatStudyDate } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { parsePatientsAddress, patientsAddressToQuery, type PatientsAddress } from './datasets-address.ts';
import type { ChooseStudies } from './choose-studies.ts';
import classes from './Datasets.module.css';
import { PART_COLOURS } from './part-colours.ts';
import { failureText, partOfText, removePatientText, studiesText, TEXTS } from './texts.ts';
import { useDatasetPatients, useDatasetsChanged } from './use-datasets.ts';

interface DatasetPatientsProps {
  dataset: Dataset;
  choose: ChooseStudies;
}

/** The entries of a dataset by patient. Page and part are in the address. */
export function DatasetPatients({ dataset, choose }: DatasetPatientsProps) {
  const { serverReachable } = useSession<Session>();
  const address = parsePatientsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const patients = useDatasetPatients(dataset.id, address);
  const changed = useDatasetsChanged();
  const id = String(dataset.id);
  const inPage = new Set(patients.data?.data.flatMap(({ studies }) => studies.map(({ uuid }) => uuid)));

  function show(next: PatientsAddress) {
    void navigate({ to: '/dataset/$id', params: { id }, search: patientsAddressToQuery(next) });
  }

  async function change(body: { add?: string[]; remove?: string[] }): Promise<ApiFailure | null> {
    const answer = await callApi(CALLS.changeDatasetStudies, { params: { id }, body });
    await changed();
    return answer.ok ? null : answer.failure;
  }

  async function remove({ studies }: DatasetPatient) {
    const failure = await change({ remove: studies.map(({ uuid }) => uuid) });
    if (failure !== null) showTrouble(failureText(failure));
  }

  async function move({ uuid }: DatasetPatient, part: DatasetPart) {
    const answer = await callApi(CALLS.movePatient, { params: { id, uuid }, body: { part } });
    await changed();
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  const add = (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="default"
      onClick={() =>
        choose({ title: TEXTS.addStudiesTitle, isIn: (study) => inPage.has(study.uuid), onAdd: (uuids) => change({ add: uuids }) })
      }
    >
      {TEXTS.addStudies}
    </ServerButton>
  );
  return (
    <section className={classes.card} aria-labelledby="dataset-patients">
      <div className={classes.cardHead}>
        <h2 id="dataset-patients" className={classes.cardTitle}>
          {TEXTS.patients}
        </h2>
        <StateFilter
          label={TEXTS.part}
          icon={IconChartPie}
          states={[
            { value: null, label: TEXTS.anyPart },
            ...([...PARTS, 'none'] as const).map((part) => ({ value: part, label: TEXTS.parts[part] })),
          ]}
          chosen={address.part}
          onChoose={(part) => show({ part, page: 1 })}
        />
        <span className={classes.end}>
          {patients.data && (
            <Pager
              page={patients.data.current_page}
              perPage={patients.data.per_page}
              total={patients.data.total}
              onPage={(page) => show({ ...address, page })}
            />
          )}
          {dataset.studies > 0 && add}
        </span>
      </div>
      <ListStates
        list={patients}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.patientsFailed, patients.error) }}
        empty={
          dataset.studies > 0 ? (
            <EmptyState
              icon={IconFilterX}
              title={TEXTS.noneInPart}
              action={
                <Button variant="default" onClick={() => show({ page: 1, part: null })}>
                  {TEXTS.clearFilters}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconFilterX} title={TEXTS.noPatients} action={add}>
              {TEXTS.noPatientsWhy}
            </EmptyState>
          )
        }
      >
        {(rows) =>
          rows === undefined ? (
            <Skeleton height={200} />
          ) : (
            <ul className={classes.patients}>
              {rows.map((patient) => (
                <PatientRow
                  key={patient.uuid}
                  patient={patient}
                  onMove={(part) => void move(patient, part)}
                  onRemove={() => void remove(patient)}
                />
              ))}
            </ul>
          )
        }
      </ListStates>
    </section>
  );
}

interface PatientRowProps {
  patient: DatasetPatient;
  onMove: (part: DatasetPart) => void;
  onRemove: () => void;
}

function PatientRow({ patient: { uuid, name, part, studies }, onMove, onRemove }: PatientRowProps) {
  const { serverReachable } = useSession<Session>();
  const shown = patientNameToText(name) || TEXTS.noName;
  const about = studies.length === 1 ? [studies[0]!.modality, formatStudyDate(studies[0]!.studyDate)] : [studiesText(studies.length)];
  return (
    <li className={classes.patient} data-patient={uuid}>
      <span className={classes.words}>
        <Link to="/patients/$uuid" params={{ uuid }} className={classes.name}>
          <bdi>{shown}</bdi>
        </Link>
        <span className={classes.dim}>{about.filter(Boolean).join(' · ')}</span>
      </span>
      <NativeSelect
        className={classes.part ?? ''}
        aria-label={partOfText(shown)}
        leftSection={<Swatch color={PART_COLOURS[part ?? 'none']} />}
        value={part ?? 'none'}
        disabled={!serverReachable}
        title={serverReachable ? undefined : TEXTS.needsServer}
        onChange={(event) => onMove(event.currentTarget.value as DatasetPart)}
      >
        {part === null && (
          <option value="none" disabled>
            {TEXTS.parts.none}
          </option>
        )}
        {PARTS.map((each) => (
          <option key={each} value={each}>
            {TEXTS.parts[each]}
          </option>
        ))}
      </NativeSelect>
      <Tooltip label={serverReachable ? TEXTS.remove : TEXTS.needsServer}>
        <ActionIcon aria-label={removePatientText(shown)} aria-disabled={!serverReachable} onClick={() => serverReachable && onRemove()}>
          <IconX size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
