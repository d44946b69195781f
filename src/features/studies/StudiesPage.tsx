import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Session } from '#model/session.ts';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { parseStudiesAddress, studiesAddressToQuery, type StudiesAddress } from './studies-address.ts';
import { StudiesList } from './StudiesList.tsx';
import classes from '#ui/list-page.module.css';
import { asOfText, TEXTS } from './texts.ts';
import { useStudies } from './use-studies.ts';

const WHOLE_LIST: StudiesAddress = { page: 1, search: '', uploadId: null };

/** Studies of the team. Page and search stand in the address. */
export function StudiesPage() {
  const { serverReachable } = useSession<Session>();
  const address = parseStudiesAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const studies = useStudies(address);

  function show(next: StudiesAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/studies-v2', search: studiesAddressToQuery(next), ...options });
  }

  const reload = (
    <Tooltip label={TEXTS.reload}>
      <ActionIcon aria-label={TEXTS.reload} loading={studies.isFetching} onClick={() => void studies.refetch()}>
        <IconRefresh size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );

  return (
    <Page title={TEXTS.title} actions={reload}>
      <div className={classes.bar}>
        <SearchField
          label={TEXTS.search}
          search={address.search}
          onSearch={(search) => show({ ...address, search, page: 1 }, { replace: true })}
        />
        {address.uploadId !== null && (
          <Button
            variant="default"
            rightSection={<IconX size={14} stroke={1.75} aria-hidden />}
            onClick={() => show({ ...address, uploadId: null, page: 1 })}
            title={TEXTS.allStudies}
          >
            {TEXTS.ofOneUpload}
          </Button>
        )}
        {studies.data && (!serverReachable || studies.isError) && <span className={classes.asOf}>{asOfText(studies.dataUpdatedAt)}</span>}
        {studies.data && (
          <Pager
            page={studies.data.current_page}
            perPage={studies.data.per_page}
            total={studies.data.total}
            onPage={(page) => show({ ...address, page })}
          />
        )}
      </div>
      <StudiesList studies={studies} address={address} serverReachable={serverReachable} onClear={() => show(WHOLE_LIST)} />
    </Page>
  );
}
