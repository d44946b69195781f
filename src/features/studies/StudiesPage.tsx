import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconRefresh, IconTrash, IconUpload, IconUsers, IconX } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { SearchField } from '#ui/lists/SearchField.tsx';
import { TEXTS as DELETED } from './deletion/texts.ts';
import { useMayDelete } from './deletion/use-deletion.ts';
import type { SeriesViewer } from './SeriesViewerSlot.tsx';
import { parseStudiesAddress, studiesAddressToSearch, type StudiesAddress } from './studies-address.ts';
import { StudiesList } from './StudiesList.tsx';
import classes from '#ui/lists/list-page.module.css';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';
import { useStudyMarks } from './study-marks-context.ts';
import { StudyPanel } from './StudyPanel.tsx';
import { ThumbnailsProvider } from './thumbnails-context.tsx';
import { useStudies } from './use-studies.ts';

const WHOLE_LIST: StudiesAddress = { page: 1, search: '', uploadId: null, labelId: null, projectId: null, study: null };

/** Studies of the team. Page, search and the open study are in the address. */
export function StudiesPage({ db, Viewer }: { db: LocalDb; Viewer: SeriesViewer }) {
  const { serverReachable, permissions } = useSession<Session>();
  const address = parseStudiesAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const studies = useStudies(address);
  const { filters } = useStudyMarks();
  const mayDelete = useMayDelete();

  function show(next: StudiesAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/studies-v2', search: studiesAddressToSearch(next), ...options });
  }

  const opened = address.study;

  const reload = (
    <Tooltip label={TEXTS.reload}>
      <ActionIcon aria-label={TEXTS.reload} loading={studies.isFetching} onClick={() => void studies.refetch()}>
        <IconRefresh size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );

  return (
    <Page
      title={TEXTS.title}
      actions={
        <>
          {reload}
          <Button
            visibleFrom="sm"
            variant="default"
            leftSection={<IconUsers size={16} stroke={1.5} aria-hidden />}
            renderRoot={(props) => <Link to="/patients" {...props} />}
          >
            {TEXTS.patients}
          </Button>
          {mayDelete && (
            <Tooltip label={DELETED.title}>
              <ActionIcon visibleFrom="sm" aria-label={DELETED.title} renderRoot={(props) => <Link to="/studies-v2/deleted" {...props} />}>
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          {permissions.has('r:upload-v2') && <UploadButton />}
        </>
      }
    >
      <div className={classes.bar}>
        <SearchField
          label={TEXTS.search}
          search={address.search}
          onSearch={(search) => show({ ...address, search, page: 1 }, { replace: true })}
        />
        {filters(address, (chosen) => show({ ...address, ...chosen, page: 1 }))}
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
      <ThumbnailsProvider db={db}>
        <StudiesList
          studies={studies}
          address={address}
          serverReachable={serverReachable}
          onClear={() => show(WHOLE_LIST)}
          onOpen={(study) => show({ ...address, study }, { replace: opened !== null })}
        />
        <StudyPanel Viewer={Viewer} uuid={opened} onClose={() => show({ ...address, study: null })} />
      </ThumbnailsProvider>
    </Page>
  );
}

function UploadButton() {
  return (
    <Button
      visibleFrom="sm"
      variant="default"
      leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/upload-v2" {...props} />}
    >
      {TEXTS.upload}
    </Button>
  );
}
