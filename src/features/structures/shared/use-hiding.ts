import { modals } from '@mantine/modals';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { askFirst } from '#ui/ask-first.tsx';
import { hideTitle, SHARED_TEXTS } from './texts.ts';
import { useSharedAct } from './use-shared.ts';

interface Hideable {
  title: string;
  /** What hiding it means, for the question. */
  why: string;
  isHidden: boolean;
  change: (isHidden: boolean) => Parameters<ReturnType<typeof useSharedAct>['send']>[0];
}

/** The action that hides a row from teams after a question, or shows it again. */
export function useHiding({ title, why, isHidden, change }: Hideable) {
  const { busy, send } = useSharedAct();
  const setHidden = (next: boolean) => send(change(next)).then(() => modals.closeAll());
  const hide = () =>
    askFirst({ title: hideTitle(title), why, act: SHARED_TEXTS.hide, keep: SHARED_TEXTS.keep, onAct: () => setHidden(true) });
  return {
    busy,
    act: isHidden
      ? { icon: IconEye, words: SHARED_TEXTS.show, onAct: () => void setHidden(false) }
      : { icon: IconEyeOff, words: SHARED_TEXTS.hide, onAct: hide },
  };
}
