import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { DeletedStudy } from '#contract/deleted-studies.ts';
import { LIMITS } from '#contract/limits.ts';
import { parseStudiesAddress } from '#features/studies/studies-address.ts';
import { seriesText, TEXTS as STUDIES } from '#features/studies/texts.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatBytes, formatDateTime } from '#ui/format.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import table from '#ui/lists/table.module.css';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Deletion.module.css';
import { daysText, restoreText, TEXTS } from './texts.ts';
import { useDeletedStudies, useDeletion } from './use-deletion.ts';

/** ROUTE-106: what can be restored, for team administrators. */
export function DeletedStudiesPage() {
  const { page } = parseStudiesAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const list = useDeletedStudies(page);
  const show = (next: number) => void navigate({ to: '/studies-v2/deleted', search: next > 1 ? { page: next } : {} });
  return (
    <ListPage
      title={TEXTS.title}
      breadcrumb={[
        <Link key="studies" to="/studies-v2">
          {STUDIES.title}
        </Link>,
      ]}
      list={list}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, list.error) }}
      onPage={show}
      empty={{
        icon: IconTrash,
        title: TEXTS.empty,
        why: TEXTS.emptyWhy,
        action: (
          <Button variant="default" renderRoot={(props) => <Link to="/studies-v2" {...props} />}>
            {TEXTS.toStudies}
          </Button>
        ),
      }}
      narrowed={page > 1 ? { title: TEXTS.pageEmpty, by: narrowedBy({ page }), onClear: () => show(1) } : null}
    >
      {(rows) => <DeletedStudiesTable studies={rows} />}
    </ListPage>
  );
}

/** `undefined` while loading, which shows a skeleton. */
function DeletedStudiesTable({ studies }: { studies: readonly DeletedStudy[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.deleted)}
      data-list
      role="table"
      aria-label={TEXTS.title}
      aria-busy={studies === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.study}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.content}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.deleted}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.by}
        </span>
        <span role="columnheader" className={classNames(table.number, classes.wide)}>
          {columns.left}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.restore}</VisuallyHidden>
        </span>
      </div>
      {studies
        ? studies.map((study) => <DeletedRow key={study.uuid} study={study} />)
        : Array.from({ length: LIMITS.studiesPerPage }, (_, index) => (
            <div key={index} className={table.row} data-skeleton aria-hidden>
              <Skeleton width="50%" height={12} />
            </div>
          ))}
    </div>
  );
}

function DeletedRow({ study }: { study: DeletedStudy }) {
  const { serverReachable } = useSession<Session>();
  const { restore } = useDeletion();
  const [isBusy, setBusy] = useState(false);
  const { uuid, modality, bodyPart, series, size, deleted_by, days_left } = study;
  const name = patientNameToText(study.data.patientName) || STUDIES.noName;
  const deletedAt = parseWireDate(study.deleted_at);
  const by = deleted_by ?? TEXTS.someone;
  const content = [modality, bodyPart?.title, seriesText(series), formatBytes(size)].filter(Boolean).join(' · ');

  async function carryOut() {
    setBusy(true);
    await restore({ uuids: [uuid], what: { name } });
    setBusy(false);
  }

  return (
    <div className={table.row} role="row" data-study={uuid}>
      <div role="rowheader" className={classes.words}>
        <div className={table.name} title={name}>
          <bdi>{name}</bdi>
        </div>
        <span className={table.narrow}>
          {[deletedAt && formatDateTime(deletedAt, { seconds: false }), by, daysText(days_left)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.dim)} title={content}>
        {content}
      </div>
      <div role="cell" className={classNames(table.time, classes.wide)}>
        {deletedAt && formatDateTime(deletedAt, { seconds: false })}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)} title={by}>
        <bdi>{by}</bdi>
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {daysText(days_left)}
      </div>
      <div role="cell" className={table.end}>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.restoreNeedsServer}
          variant="default"
          size="compact-sm"
          loading={isBusy}
          aria-label={restoreText(name)}
          onClick={() => void carryOut()}
        >
          {TEXTS.restore}
        </ServerButton>
      </div>
    </div>
  );
}
