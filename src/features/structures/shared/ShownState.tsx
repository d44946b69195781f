import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { StateWord } from '#ui/status/StateWord.tsx';
import { SHARED_TEXTS } from './texts.ts';

/** Whether teams are offered a structure or a body part. */
export function ShownState({ isHidden }: { isHidden: boolean }) {
  return isHidden ? (
    <StateWord icon={IconEyeOff} tone="you" word={SHARED_TEXTS.hidden} />
  ) : (
    <StateWord icon={IconEye} tone="still" word={SHARED_TEXTS.shown} />
  );
}
