import { Button } from '@mantine/core';
import { IconCube } from '@tabler/icons-react';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import { SURFACE_TEXTS } from '#features/annotator/surfaces/surface-texts.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { useMask } from './masks-context.tsx';

/** Opens or closes the pane with the surfaces of the segments. */
export function Show3d() {
  const { station } = useWorkstation();
  const { keyOf } = useOwnKeys();
  const isShown = useStation(({ panes }) => panes.some(({ is3d }) => is3d));
  const hasMask = useMask(({ mask }) => mask !== null);
  if (!hasMask && !isShown) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconCube size={16} stroke={1.5} aria-hidden />}
      title={chordText(keyOf('show-3d'))}
      aria-keyshortcuts={shortcutOf(keyOf('show-3d'))}
      aria-pressed={isShown}
      onClick={() => station.act({ act: 'show-3d', volume: null })}
    >
      {isShown ? SURFACE_TEXTS.close : SURFACE_TEXTS.show}
    </Button>
  );
}
