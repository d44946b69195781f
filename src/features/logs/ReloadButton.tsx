import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { TEXTS } from './texts.ts';

export function ReloadButton({ list }: { list: { isFetching: boolean; refetch(): Promise<unknown> } }) {
  return (
    <Tooltip label={TEXTS.reload}>
      <ActionIcon aria-label={TEXTS.reload} loading={list.isFetching} onClick={() => void list.refetch()}>
        <IconRefresh size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
