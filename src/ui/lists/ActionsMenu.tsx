import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type Icon } from '@tabler/icons-react';
import { useSession } from '#ui/session-context.tsx';
import { LIST_TEXTS } from './list-texts.ts';

export interface Act {
  icon: Icon;
  words: string;
  onAct: () => void;
  /** Why it cannot be done now. */
  not?: string | undefined;
}

/** The actions of a row. Offline they are disabled with the reason, not queued. */
export function ActionsMenu({ label, busy, actions }: { label: string; busy: boolean; actions: readonly Act[] }) {
  const { serverReachable } = useSession<{ serverReachable: boolean }>();
  const reasons = [...new Set(actions.flatMap(({ not }) => not ?? []))];
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon aria-label={label} loading={busy}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{LIST_TEXTS.needsServer}</Menu.Label>}
        {serverReachable && reasons.map((reason) => <Menu.Label key={reason}>{reason}</Menu.Label>)}
        {actions.map(({ icon: ActIcon, words, onAct, not }) => (
          <Menu.Item
            key={words}
            disabled={!serverReachable || not !== undefined}
            leftSection={<ActIcon size={16} stroke={1.5} aria-hidden />}
            onClick={onAct}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
