import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { deleteSelectedWhy, studiesText, TEXTS } from './texts.ts';
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
  const what = studiesText(studies.length);

  async function carryOut() {
    const isDeleted = await remove({ uuids: studies, what });
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
          title: `${TEXTS.deleteSelected} ${what}?`,
          why: deleteSelectedWhy(studies.length),
          act: `${TEXTS.deleteSelected} ${what}`,
          keep: TEXTS.keepSelected,
          onAct: carryOut,
        })
      }
    >
      {TEXTS.deleteSelected}
    </ServerButton>
  );
}
