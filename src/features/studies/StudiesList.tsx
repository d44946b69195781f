import { Button } from '@mantine/core';
import { IconFilter, IconStack2, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import type { StudiesAddress } from './studies-address.ts';
import { StudiesTable } from './StudiesTable.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { searchedText, TEXTS } from './texts.ts';
import type { useStudies } from './use-studies.ts';

interface StudiesListProps {
  studies: ReturnType<typeof useStudies>;
  address: StudiesAddress;
  serverReachable: boolean;
  onClear: () => void;
  onOpen: (uuid: string) => void;
}

export function StudiesList({ studies, address, serverReachable, onClear, onOpen }: StudiesListProps) {
  return (
    <ListStates
      list={studies}
      serverReachable={serverReachable}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, studies.error) }}
      empty={isFiltered(address) ? <NothingFound address={address} onClear={onClear} /> : <NoStudies />}
    >
      {(rows) => <StudiesTable studies={rows} rows={LIMITS.studiesPerPage} opened={address.study} onOpen={onOpen} />}
    </ListStates>
  );
}

function isFiltered({ search, uploadId, labelId, projectId, page }: StudiesAddress): boolean {
  return search !== '' || uploadId !== null || labelId !== null || projectId !== null || page > 1;
}

function NoStudies() {
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
    <EmptyState icon={IconStack2} title={TEXTS.empty} action={upload}>
      {TEXTS.emptyWhy}
    </EmptyState>
  );
}

/** Repeats the search, and offers to clear the filters. */
function NothingFound({ address, onClear }: { address: StudiesAddress; onClear: () => void }) {
  const filters = [
    ...(address.search === '' ? [] : [searchedText(address.search)]),
    ...(address.uploadId === null ? [] : [TEXTS.ofOneUpload]),
    ...(address.labelId === null ? [] : [TEXTS.ofOneLabel]),
    ...(address.projectId === null ? [] : [TEXTS.ofOneProject]),
    ...(address.page > 1 ? [`Page ${address.page}`] : []),
  ];
  return (
    <EmptyState
      icon={IconFilter}
      title={TEXTS.nothingFound}
      action={
        <Button variant="default" onClick={onClear}>
          {TEXTS.clearFilters}
        </Button>
      }
    >
      {filters.join(' · ')}
    </EmptyState>
  );
}
