import { Button } from '@mantine/core';
import { IconHistory, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { useSession } from '#ui/session-context.tsx';
import { STATUS_TEXTS } from '#ui/status/status-texts.ts';
import { historyAddressToQuery, isFiltered, parseHistoryAddress, WHOLE_HISTORY, type HistoryAddress } from './history-address.ts';
import { HistoryFilters } from './HistoryFilters.tsx';
import { TEXTS } from './texts.ts';
import { uploadStatus } from './upload-status.ts';
import { UploadsTable } from './UploadsTable.tsx';
import { useUploads } from './use-uploads.ts';

/** Uploads of the team, newest first, below those that still wait on this device. Page and filters are in the address. */
export function UploadHistoryPage({ waiting }: { waiting: ReactNode }) {
  const { permissions } = useSession<Session>();
  const address = parseHistoryAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const uploads = useUploads(address);

  function show(next: HistoryAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/uploads', search: historyAddressToQuery(next), ...options });
  }

  const upload = permissions.has('r:upload-v2') && (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/upload-v2" {...props} />}
    >
      {TEXTS.upload}
    </Button>
  );
  const filters = [
    ...(address.mine ? [TEXTS.byMe] : []),
    ...(address.progress === null ? [] : [STATUS_TEXTS[uploadStatus(address.progress)]]),
  ];
  return (
    <ListPage
      title={TEXTS.title}
      list={uploads}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, uploads.error) }}
      above={waiting}
      filters={<HistoryFilters address={address} onChange={show} />}
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconHistory, title: TEXTS.empty, why: TEXTS.emptyWhy, action: upload }}
      narrowed={
        isFiltered(address) ? { title: TEXTS.nothingFound, by: narrowedBy(address, filters), onClear: () => show(WHOLE_HISTORY) } : null
      }
    >
      {(rows) => <UploadsTable uploads={rows} rows={LIMITS.uploadsPerPage} />}
    </ListPage>
  );
}
