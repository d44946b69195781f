import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { COMPARE_TEXTS } from './compare-texts.ts';

/** Compares a segmentation with another one of the study, or with a named state of itself. */
export function CompareButton({ segmentation }: { segmentation: string }) {
  const { compare } = useWorkstation();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconArrowsDiff size={16} stroke={1.5} aria-hidden />}
      onClick={() => compare.begin(segmentation)}
    >
      {COMPARE_TEXTS.begin}
    </Button>
  );
}
