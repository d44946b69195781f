import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { TEXTS } from './texts.ts';

/** Offers to clear the filters. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const clear = (
    <Button variant="default" onClick={onClear}>
      {TEXTS.clearFilters}
    </Button>
  );
  return (
    <EmptyState icon={IconFilter} title={TEXTS.nothingFound} action={clear}>
      {TEXTS.nothingFoundWhy}
    </EmptyState>
  );
}
