import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconHistory, IconRefresh, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Pager } from '#ui/Pager.tsx';
import { parsePage } from './page-in-address.ts';
import { asOfText, failedText, TEXTS } from './texts.ts';
import classes from '#ui/list-page.module.css';
import { UploadsTable } from './UploadsTable.tsx';
import { useUploads } from './use-uploads.ts';

/** Uploads of the team, the newest first. The page stands in the address. */
export function UploadHistoryPage() {
  const { serverReachable } = useSession<Session>();
  const page = parsePage(useSearch({ strict: false }));
  const navigate = useNavigate();
  const uploads = useUploads(page);

  const reload = (
    <Tooltip label={TEXTS.reload}>
      <ActionIcon aria-label={TEXTS.reload} loading={uploads.isFetching} onClick={() => void uploads.refetch()}>
        <IconRefresh size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );

  return (
    <Page title={TEXTS.title} actions={reload}>
      <div className={classes.bar}>
        {uploads.data && (!serverReachable || uploads.isError) && <span className={classes.asOf}>{asOfText(uploads.dataUpdatedAt)}</span>}
        {uploads.data && (
          <Pager
            page={uploads.data.current_page}
            perPage={uploads.data.per_page}
            total={uploads.data.total}
            onPage={(next) => void navigate({ to: '/uploads', search: next > 1 ? { page: next } : {} })}
          />
        )}
      </div>
      <ListStates
        list={uploads}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: failedText(uploads.error) }}
        empty={<NoUploads />}
      >
        {(rows) => <UploadsTable uploads={rows} rows={LIMITS.uploadsPerPage} />}
      </ListStates>
    </Page>
  );
}

function NoUploads() {
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
    <EmptyState icon={IconHistory} title={TEXTS.empty} action={upload}>
      {TEXTS.emptyWhy}
    </EmptyState>
  );
}
