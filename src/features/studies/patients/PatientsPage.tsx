import { IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Patient } from '#contract/patients.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount, formatStudyDate } from '#ui/format.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import rowLink from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { parseStudiesAddress } from '#features/studies/studies-address.ts';
import { TEXTS as STUDIES } from '#features/studies/texts.ts';
import classes from './Patients.module.css';
import { TEXTS } from './texts.ts';
import { usePatients } from './use-patients.ts';

/** ROUTE-103: patients of the team. Page and search are in the address. */
export function PatientsPage() {
  const {
    page,
    filters: { search = '' },
  } = parseStudiesAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const patients = usePatients({ page, search });
  const show = (next: { page: number; search: string }, replace = false) =>
    void navigate({
      to: '/patients',
      search: { ...(next.page > 1 && { page: next.page }), ...(next.search !== '' && { search: next.search }) },
      replace,
    });
  return (
    <ListPage
      title={TEXTS.title}
      breadcrumb={[
        <Link key="studies" to="/studies-v2">
          {STUDIES.title}
        </Link>,
      ]}
      list={patients}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, patients.error) }}
      search={{ label: TEXTS.search, value: search, onSearch: (text) => show({ page: 1, search: text }, true) }}
      onPage={(next) => show({ page: next, search })}
      empty={{ icon: IconUsers, title: TEXTS.empty, why: TEXTS.emptyWhy }}
      narrowed={
        search === '' && page === 1
          ? null
          : { title: TEXTS.nothingFound, by: narrowedBy({ search, page }), onClear: () => show({ page: 1, search: '' }) }
      }
    >
      {(rows) => <PatientsTable patients={rows} />}
    </ListPage>
  );
}

function PatientsTable({ patients }: { patients: readonly Patient[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      role="table"
      aria-label={TEXTS.title}
      aria-busy={patients === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.name}</span>
        <span role="columnheader">{columns.patientId}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.birthDate}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.sex}
        </span>
        <span role="columnheader" className={table.end}>
          {columns.studies}
        </span>
      </div>
      {patients ? (
        patients.map((patient) => <PatientRow key={patient.uuid} patient={patient} />)
      ) : (
        <SkeletonRows rows={LIMITS.studiesPerPage} cells={[{ width: '60%' }]} />
      )}
    </div>
  );
}

function PatientRow({ patient }: { patient: Patient }) {
  const name = patientNameToText(patient.name) || STUDIES.noName;
  return (
    <div className={classNames(table.row, rowLink.row)} role="row">
      <div className={table.name} role="cell" title={name}>
        <Link to="/patients/$uuid" params={{ uuid: patient.uuid }} className={rowLink.link}>
          <bdi>{name}</bdi>
        </Link>
      </div>
      <div className={table.text} role="cell">
        {patient.patientId}
      </div>
      <div className={classNames(table.text, classes.wide)} role="cell">
        {formatStudyDate(patient.birthDate)}
      </div>
      <div className={classNames(table.text, classes.wide)} role="cell">
        {patient.sex}
      </div>
      <div className={table.number} role="cell">
        {formatCount(patient.studies)}
      </div>
    </div>
  );
}
