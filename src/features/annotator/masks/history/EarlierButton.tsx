import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { backText } from './history-texts.ts';

/** Says that an earlier state is shown, and goes back to what is drawn now. */
export function EarlierButton() {
  const { masks } = useWorkstation();
  const earlier = useMask((state) => state.earlier);
  if (earlier === null) return null;
  return (
    <Button
      size="xs"
      leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />}
      onClick={() => void masks.showEarlier(null).catch(reportError)}
    >
      {backText(earlier.title)}
    </Button>
  );
}
