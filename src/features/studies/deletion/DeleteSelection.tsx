import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { deleteSelectedText, deleteSelectedTitle, deleteSelectedWhy, TEXTS } from './texts.ts';
import { useDeletion, useMayDelete } from './use-deletion.ts';

interface DeleteSelectionProps {
  studies: readonly string[];
  serverReachable: boolean;
  onDeleted: () => void;
}

/** Last in the bar of a selection, and coral (design.md §18). */
export function DeleteSelection({ studies, serverReachable, onDeleted }: DeleteSelectionProps) {
  const mayDelete = useMayDelete();
  const { remove } = useDeletion();
  if (!mayDelete) return null;

  async function carryOut() {
    const isDeleted = await remove({ uuids: studies, what: { count: studies.length } });
    modals.closeAll();
    if (isDeleted) onDeleted();
  }

  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="outline"
      color="coral"
      leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
      onClick={() =>
        askFirst({
          title: deleteSelectedTitle(studies.length),
          why: deleteSelectedWhy(studies.length),
          act: deleteSelectedText(studies.length),
          keep: TEXTS.keepSelected,
          onAct: carryOut,
        })
      }
    >
      {TEXTS.deleteSelected}
    </ServerButton>
  );
}
