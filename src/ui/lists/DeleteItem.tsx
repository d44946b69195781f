import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { askFirst } from '#ui/ask-first.tsx';

interface DeleteItemProps {
  /** Of what is deleted. */
  name: string;
  /** `ask`: the question before it; `act`: verb and object; `keep`: the safe answer. */
  texts: { menu: string; ask: (name: string) => string; act: string; why: string; keep: string };
  disabled: boolean;
  onDelete: () => Promise<unknown>;
}

/** The last item of a menu of actions: it asks before it deletes. */
export function DeleteItem({ name, texts: { menu, ask, act, why, keep }, disabled, onDelete }: DeleteItemProps) {
  return (
    <Menu.Item
      disabled={disabled}
      color="coral"
      leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
      onClick={() => askFirst({ title: ask(name), why, act, keep, onAct: onDelete })}
    >
      {menu}
    </Menu.Item>
  );
}
