import { Skeleton } from '@mantine/core';
import { IconFilterX } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { failureStatus } from '#api/failure-status.ts';
import { withStatus } from '#api/failure-texts.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { ReloadButton } from '#ui/lists/ListPage.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Organize.module.css';
import { OrganizePanel } from './OrganizePanel.tsx';
import { organizeText, TEXTS } from './texts.ts';
import { useOrganizedStudy } from './use-organize.ts';

const NOT_FOUND = 404;

/** ROUTE-089: the segmentations of one study, their segments and members. */
export function OrganizePage({ db }: { db: LocalDb }) {
  const { serverReachable, permissions } = useSession<Session>();
  const { uuid = '' } = useParams({ strict: false }) as { uuid?: string };
  const organized = useOrganizedStudy(uuid);
  const { data, error } = organized;
  const name = data && (patientNameToText(data.study.data.patientName) || TEXTS.noName);
  const isGone = failureStatus(error) === NOT_FOUND;
  return (
    <Page
      title={name === undefined ? TEXTS.organize : organizeText(name)}
      breadcrumb={
        permissions.has('r:studies')
          ? [
              <Link key="studies" to="/studies-v2">
                {TEXTS.studies}
              </Link>,
            ]
          : []
      }
      aside={
        data && (
          <span className={classes.modality}>
            <CodeChip code={data.study.modality} name={TEXTS.facts.modality} />
          </span>
        )
      }
      actions={<ReloadButton list={organized} />}
    >
      {isGone ? (
        <EmptyState icon={IconFilterX} title={TEXTS.gone}>
          {TEXTS.goneWhy}
        </EmptyState>
      ) : data ? (
        <OrganizePanel key={uuid} db={db} organized={data} asOf={!serverReachable || organized.isError ? organized.dataUpdatedAt : null} />
      ) : organized.isError || organized.fetchStatus === 'paused' ? (
        <ErrorState
          title={serverReachable ? withStatus(TEXTS.failed, error) : TEXTS.offline}
          offline={!serverReachable}
          onRetry={() => void organized.refetch()}
          retrying={organized.isFetching}
        >
          {serverReachable ? TEXTS.failedWhy : TEXTS.offlineWhy}
        </ErrorState>
      ) : (
        <Skeleton height={320} data-skeleton aria-hidden />
      )}
    </Page>
  );
}
