import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFilter, IconHistory, IconRefresh, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { useSession } from '#ui/session-context.tsx';
import { historyAddressToQuery, isFiltered, parseHistoryAddress, WHOLE_HISTORY, type HistoryAddress } from './history-address.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { searchedText, TEXTS } from './texts.ts';
import { uploadStatus } from './upload-status.ts';
import classes from '#ui/lists/list-page.module.css';
import { UploadsTable } from './UploadsTable.tsx';
import { useUploads } from './use-uploads.ts';

/** Uploads of the team, newest first, below those that still wait on this device. Page and filters are in the address. */
export function UploadHistoryPage({ waiting }: { waiting: ReactNode }) {
  const { serverReachable } = useSession<Session>();
  const address = parseHistoryAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const uploads = useUploads(address);

  function show(next: HistoryAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/uploads', search: historyAddressToQuery(next), ...options });
  }

  const reload = (
    <Tooltip label={TEXTS.reload}>
      <ActionIcon aria-label={TEXTS.reload} loading={uploads.isFetching} onClick={() => void uploads.refetch()}>
        <IconRefresh size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );

  return (
    <Page title={TEXTS.title} actions={reload}>
      {waiting}
      <div className={classes.bar}>
        <HistoryFilters address={address} onChange={show} />
        {uploads.data && (!serverReachable || uploads.isError) && <span className={classes.asOf}>{asOfText(uploads.dataUpdatedAt)}</span>}
        {uploads.data && (
          <Pager
            page={uploads.data.current_page}
            perPage={uploads.data.per_page}
            total={uploads.data.total}
            onPage={(page) => show({ ...address, page })}
          />
        )}
      </div>
      <ListStates
        list={uploads}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, uploads.error) }}
        empty={isFiltered(address) ? <NothingFound address={address} onClear={() => show(WHOLE_HISTORY)} /> : <NoUploads />}
      >
        {(rows) => <UploadsTable uploads={rows} rows={LIMITS.uploadsPerPage} />}
      </ListStates>
    </Page>
  );
}

function NoUploads() {
  const { permissions } = useSession<Session>();
  const upload = (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/upload-v2" {...props} />}
    >
      {TEXTS.upload}
    </Button>
  );
  return (
    <EmptyState icon={IconHistory} title={TEXTS.empty} action={permissions.has('r:upload-v2') ? upload : undefined}>
      {TEXTS.emptyWhy}
    </EmptyState>
  );
}

/** Repeats the search, and offers to clear the filters. */
function NothingFound({ address, onClear }: { address: HistoryAddress; onClear: () => void }) {
  const filters = [
    ...(address.search === '' ? [] : [searchedText(address.search)]),
    ...(address.mine ? [TEXTS.byMe] : []),
    ...(address.progress === null ? [] : [uploadStatus(address.progress)]),
    ...(address.page > 1 ? [`Page ${address.page}`] : []),
  ];
  const clear = (
    <Button variant="default" onClick={onClear}>
      {TEXTS.clearFilters}
    </Button>
  );
  return (
    <EmptyState icon={IconFilter} title={TEXTS.nothingFound} action={clear}>
      {filters.join(' · ')}
    </EmptyState>
  );
}
