import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconArrowMerge, IconArrowsSplit2, IconDots, IconExternalLink, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { failureStatus } from '#api/failure-status.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { PatientDetail } from '#contract/patients.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { formatStudyDate } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import listPage from '#ui/lists/list-page.module.css';
import { asOfText } from '#ui/lists/list-texts.ts';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { TEXTS as STUDIES } from '#features/studies/texts.ts';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';
import { MergePatient } from './MergePatient.tsx';
import classes from './Patients.module.css';
import { PatientStudies } from './PatientStudies.tsx';
import { SplitPatient } from './SplitPatient.tsx';
import { opensText, TEXTS } from './texts.ts';
import { usePatient } from './use-patients.ts';

const NOT_FOUND = 404;

/** ROUTE-104: a patient with its studies. */
export function PatientPage({ db }: { db: LocalDb }) {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { serverReachable } = useSession<Session>();
  const patient = usePatient(uuid);
  const isGone = failureStatus(patient.error) === NOT_FOUND;
  const shown = isGone ? undefined : patient.data;
  return (
    <Page
      title={shown ? nameOf(shown) : TEXTS.patient}
      breadcrumb={[
        <Link key="studies" to="/studies-v2">
          {STUDIES.title}
        </Link>,
        <Link key="patients" to="/patients">
          {TEXTS.title}
        </Link>,
      ]}
      actions={
        shown && (
          <>
            {shown.list[0] && <OpenNewest study={shown.list[0]} />}
            <PatientMenu patient={shown} />
          </>
        )
      }
    >
      <ListStates
        list={{ ...patient, data: isGone ? { data: [] } : patient.data && { data: [patient.data] } }}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, patient.error) }}
        empty={
          <EmptyState icon={IconUserOff} title={TEXTS.gone}>
            {TEXTS.goneWhy}
          </EmptyState>
        }
      >
        {(rows) =>
          rows?.[0] ? (
            <ThumbnailsProvider db={db}>
              <PatientFacts patient={rows[0]} asOf={!serverReachable || patient.isError ? patient.dataUpdatedAt : null} />
              <PatientStudies patient={rows[0]} />
            </ThumbnailsProvider>
          ) : (
            <div className={classes.card} aria-busy data-list>
              <div className={classes.facts} data-skeleton>
                <Skeleton width="30%" height={24} />
              </div>
            </div>
          )
        }
      </ListStates>
    </Page>
  );
}

const nameOf = ({ name }: PatientDetail): string => patientNameToText(name) || STUDIES.noName;

function PatientFacts({ patient, asOf }: { patient: PatientDetail; asOf: number | null }) {
  const { columns } = TEXTS;
  const facts = [
    [columns.patientId, patient.patientId],
    [TEXTS.issuer, patient.issuer],
    [columns.birthDate, formatStudyDate(patient.birthDate)],
    [columns.sex, patient.sex],
    [columns.studies, String(patient.studies)],
  ].filter(([, value]) => value !== '');
  return (
    <section className={classes.card} aria-label={TEXTS.patient}>
      <div className={classes.facts}>
        <p className={classes.name}>
          <bdi>{nameOf(patient)}</bdi>
        </p>
        <dl className={classes.list}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {patient.patientId === '' && <p className={classes.unknown}>{TEXTS.unknown}</p>}
      {asOf !== null && <p className={listPage.asOf}>{asOfText(asOf)}</p>}
    </section>
  );
}

/** On phones the row of the study has the link. */
function OpenNewest({ study }: { study: PatientDetail['list'][number] }) {
  return (
    <Button
      component="a"
      visibleFrom="sm"
      href={annotatorPath(study)}
      leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
      {...OPENS_ANNOTATOR}
    >
      {TEXTS.openNewest}
    </Button>
  );
}

function PatientMenu({ patient }: { patient: PatientDetail }) {
  const { serverReachable } = useSession<Session>();
  const open = (title: string, children: ReactNode) => modals.open({ title, size: 'lg', children });
  const navigate = useNavigate();
  const isSingle = patient.studies < 2;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon aria-label={TEXTS.actions}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        <Menu.Item
          disabled={!serverReachable}
          leftSection={<IconArrowMerge size={16} stroke={1.5} aria-hidden />}
          onClick={() => open(TEXTS.merge, <MergePatient patient={patient} />)}
        >
          {opensText(TEXTS.merge)}
        </Menu.Item>
        {serverReachable && isSingle && <Menu.Label>{TEXTS.onlyStudy}</Menu.Label>}
        <Menu.Item
          disabled={!serverReachable || isSingle}
          leftSection={<IconArrowsSplit2 size={16} stroke={1.5} aria-hidden />}
          onClick={() =>
            open(
              TEXTS.split,
              <SplitPatient patient={patient} onSplit={({ uuid }) => void navigate({ to: '/patients/$uuid', params: { uuid } })} />,
            )
          }
        >
          {opensText(TEXTS.split)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
