import { Button } from '@mantine/core';
import { IconBadgeVr } from '@tabler/icons-react';
import { xrPath } from '#model/addresses/annotator-address.ts';
import { useForms } from '#features/annotator/form/forms-context.tsx';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { XR_TEXTS } from './xr-texts.ts';

/** Opens the segmentation in the viewer for headsets, in a tab of its own. Not in a read, which hides what others have drawn. */
export function OpenInXr() {
  const mask = useMask((state) => state.mask);
  const { read } = useForms();
  if (mask === null || read !== null) return null;
  const { study, segmentation } = mask.source;
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      href={xrPath(study, segmentation)}
      target="_blank"
      rel="noopener"
      data-log="open_xr"
      leftSection={<IconBadgeVr size={16} stroke={1.5} aria-hidden />}
    >
      {XR_TEXTS.open}
    </Button>
  );
}
