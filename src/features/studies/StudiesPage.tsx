import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArchive, IconArrowsSort, IconStack2, IconTrash, IconUpload, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { LIMITS } from '#contract/limits.ts';
import type { StudyOrder } from '#contract/study-filters.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { ColumnsMenu } from '#ui/lists/ColumnsMenu.tsx';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { valueText } from '#ui/lists/filter-field.ts';
import { FilterChips } from '#ui/lists/FilterChips.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { SelectionBar } from '#ui/lists/SelectionBar.tsx';
import { useColumns } from '#ui/lists/use-columns.ts';
import { useSelection } from '#ui/lists/use-selection.ts';
import { useSession } from '#ui/session-context.tsx';
import type { SelectedStudy } from './listed-study.ts';
import { DeleteSelection } from './deletion/DeleteSelection.tsx';
import { TEXTS as DELETED } from './deletion/texts.ts';
import { useMayDelete } from './deletion/use-deletion.ts';
import { FolderMenu } from './list/FolderMenu.tsx';
import { SelectionActions } from './list/SelectionActions.tsx';
import { STUDY_COLUMNS } from './list/study-columns.ts';
import { filterInWords, studyFilterFields, type StudyFilterChoices } from './list/study-filter-fields.ts';
import { StudiesTable } from './list/StudiesTable.tsx';
import { useFolders } from './list/use-folders.ts';
import { ViewsMenu } from './list/ViewsMenu.tsx';
import type { SeriesViewer } from './SeriesViewerSlot.tsx';
import {
  isFiltered,
  parseStudiesAddress,
  studiesAddressToSearch,
  WHOLE_LIST,
  withFilters,
  type StudiesAddress,
} from './studies-address.ts';
import { StudyPanel } from './StudyPanel.tsx';
import { ORDER_TEXTS, TEXTS } from './texts.ts';
import { ThumbnailsProvider } from './thumbnails-context.tsx';
import { useStudies, useStudiesWithout } from './use-studies.ts';

interface StudiesPageProps {
  db: LocalDb;
  Viewer: SeriesViewer;
  choices: StudyFilterChoices;
}

/** Studies of the team. Page, filters, order, view and the open study are in the address. */
export function StudiesPage({ db, Viewer, choices }: StudiesPageProps) {
  const { serverReachable, permissions, user } = useSession<Session>();
  const address = parseStudiesAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const studies = useStudies(address);
  const without = useStudiesWithout(address, { total: studies.isPlaceholderData ? undefined : studies.data?.total });
  const folders = useFolders();
  const columns = useColumns('studies', user.id, STUDY_COLUMNS);
  const selection = useSelection<SelectedStudy>();
  const { filters } = address;

  function show(next: StudiesAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/studies-v2', search: studiesAddressToSearch(next), ...options });
  }

  const fields = studyFilterFields(filters, { ...choices, folder: folders }, (changes) => show(withFilters(address, changes)));
  const clear = () => show({ ...WHOLE_LIST, filters: filters.order === undefined ? {} : { order: filters.order } });
  const isNarrowed = isFiltered(filters);
  const folder = folders.find(({ id }) => id === filters.folder);
  const leaveFolder = () => show(withFilters(address, { folder: null }));
  const isAdministrator = useMayDelete();

  return (
    <ThumbnailsProvider db={db}>
      <ListPage
        title={filters.folder === undefined ? TEXTS.title : (folder?.name ?? TEXTS.fields.folder)}
        breadcrumb={
          filters.folder === undefined
            ? []
            : [
                <Link key="studies" to="/studies-v2" aria-label={TEXTS.folder.leave} title={TEXTS.folder.leave}>
                  {TEXTS.title}
                </Link>,
              ]
        }
        actions={
          <>
            {folder && <FolderMenu folder={folder} serverReachable={serverReachable} onDeleted={leaveFolder} />}
            <Button
              visibleFrom="sm"
              variant="default"
              leftSection={<IconUsers size={16} stroke={1.5} aria-hidden />}
              renderRoot={(props) => <Link to="/patients" {...props} />}
            >
              {TEXTS.patients}
            </Button>
            {isAdministrator && (
              <Tooltip label={TEXTS.keptAside}>
                <ActionIcon
                  visibleFrom="sm"
                  aria-label={TEXTS.keptAside}
                  renderRoot={(props) => <Link to="/studies-v2/kept-aside" {...props} />}
                >
                  <IconArchive size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
            {isAdministrator && (
              <Tooltip label={DELETED.title}>
                <ActionIcon
                  visibleFrom="sm"
                  aria-label={DELETED.title}
                  renderRoot={(props) => <Link to="/studies-v2/deleted" {...props} />}
                >
                  <IconTrash size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
            {permissions.has('r:upload-v2') && <UploadButton visibleFrom="sm" />}
          </>
        }
        list={studies}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, studies.error) }}
        search={{
          label: TEXTS.search,
          value: filters.search ?? '',
          onSearch: (search) => show(withFilters(address, { search }), { replace: true }),
        }}
        filters={
          <ViewsMenu
            opened={address.view}
            filters={filters}
            serverReachable={serverReachable}
            maySaveForTeam={isAdministrator}
            onOpen={({ id, query }) => show({ ...WHOLE_LIST, filters: query, view: id })}
          />
        }
        onPage={(page) => show({ ...address, page })}
        below={
          <FilterChips
            fields={fields}
            onClear={isNarrowed ? clear : null}
            end={
              <>
                <span className="mantine-hidden-from-sm">
                  <StateFilter
                    label={TEXTS.order}
                    icon={IconArrowsSort}
                    states={Object.entries(ORDER_TEXTS).map(([value, label]) => ({ value, label }))}
                    chosen={filters.order ?? '-created'}
                    onChoose={(order) => show(withFilters(address, { order: order === '-created' ? null : (order as StudyOrder) }))}
                  />
                </span>
                <ColumnsMenu columns={columns} always={TEXTS.columns.patient} />
              </>
            }
          />
        }
        empty={{
          icon: IconStack2,
          title: TEXTS.empty,
          why: TEXTS.emptyWhy,
          action: permissions.has('r:upload-v2') ? <UploadButton /> : undefined,
        }}
        narrowed={
          isNarrowed || address.page > 1
            ? {
                title: TEXTS.nothingFound,
                by: narrowedBy(
                  { page: address.page, ...(filters.search === undefined ? {} : { search: filters.search }) },
                  fields.filter(({ value }) => value !== null).map((field) => [field.label, valueText(field)].filter(Boolean).join(' ')),
                ),
                onClear: clear,
                without: without.map(({ filter, total }) => ({
                  filter: filterInWords(filter, filters, fields),
                  total,
                  onRemove: () => show(withFilters(address, { [filter]: null })),
                })),
              }
            : null
        }
        after={
          <>
            <SelectionBar
              selection={selection}
              page={studies.data?.data.map(({ uuid }) => uuid) ?? []}
              total={studies.data?.total ?? selection.rows.size}
              noName={TEXTS.noName}
            >
              <SelectionActions
                selected={[...selection.rows.values()].map(({ study }) => study)}
                choices={choices}
                serverReachable={serverReachable}
              />
              <DeleteSelection studies={[...selection.rows.keys()]} serverReachable={serverReachable} onDeleted={selection.clear} />
            </SelectionBar>
            <StudyPanel Viewer={Viewer} uuid={address.study} onClose={() => show({ ...address, study: null })} />
          </>
        }
      >
        {(rows) => (
          <StudiesTable
            studies={rows}
            rows={LIMITS.studiesPerPage}
            columns={columns}
            selection={selection}
            order={filters.order}
            onOrder={(order) => show(withFilters(address, { order }))}
            opened={address.study}
            onOpen={(study) => show({ ...address, study }, { replace: address.study !== null })}
          />
        )}
      </ListPage>
    </ThumbnailsProvider>
  );
}

function UploadButton({ visibleFrom }: { visibleFrom?: 'sm' }) {
  return (
    <Button
      {...(visibleFrom === undefined ? {} : { visibleFrom })}
      variant="default"
      leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/upload-v2" {...props} />}
    >
      {TEXTS.upload}
    </Button>
  );
}
