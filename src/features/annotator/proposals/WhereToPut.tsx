import { Button } from '@mantine/core';
import { t } from '#language/t.ts';
import { useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import classes from './ProposalPanel.module.css';
import { PROPOSAL_TEXTS } from './proposal-texts.ts';

/** Where accepted segments go, while that is not open. */
export function WhereToPut({ series }: { series: string }) {
  const { segmentations, segmentation, choose } = useMaskPanel();
  const isOnSeries = segmentation?.mask?.series === series;
  const isUnused = segmentation?.mask === null && segmentation.may.edit;
  return (
    <div>
      <p className={classes.note}>{isOnSeries ? PROPOSAL_TEXTS.notHere : PROPOSAL_TEXTS.noSegmentation}</p>
      {isUnused && (
        <Button mt="xs" size="xs" onClick={() => segmentations.createMask(segmentation.uuid, series)}>
          {t('Put them into {name}', { name: segmentation.structure.title })}
        </Button>
      )}
      {segmentations.mayCreate && !isOnSeries && !isUnused && (
        <Button mt="xs" size="xs" variant="default" onClick={() => segmentations.create(choose)}>
          {PROPOSAL_TEXTS.newSegmentation}
        </Button>
      )}
    </div>
  );
}
