import { movedText } from '#features/upload/texts.ts';
import { showUndo } from '#ui/undo-toast.tsx';

/** The moved series may be out of sight. */
export function showMovedToast(series: number, name: string, onUndo: () => void): void {
  showUndo(<bdi>{movedText(series, name)}</bdi>, onUndo);
}
