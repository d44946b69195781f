import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StudyDetail } from '#contract/study-detail.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import type { ImportSource } from '#workers/masks/types.ts';
import { ImportDialog } from './ImportDialog.tsx';
import classes from './ImportDialog.module.css';
import { IMPORT_TEXTS } from './import-texts.ts';

/** Takes a segmentation or structure set that arrived with the study into the open segmentation, where it can be drawn on. */
export function EditOverlay({ study, series }: { study: StudyDetail; series: string }) {
  const { segmentation } = useMaskPanel();
  const isOpen = useMask(({ status }) => status === 'open');
  const [source, setSource] = useState<ImportSource | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const mayImport = isOpen && segmentation !== null && segmentation.may.edit;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!mayImport}
        onClick={() => {
          setSaid(null);
          setSource({ of: 'overlay', series });
        }}
      >
        {IMPORT_TEXTS.edit}
      </Button>
      <p className={classes.note} role="status">
        {mayImport ? said : IMPORT_TEXTS.editWhy}
      </p>
      {source !== null && segmentation !== null && (
        <ImportDialog
          {...{ study, segmentation, source }}
          onClose={() => setSource(null)}
          onImported={(words) => {
            setSaid(words);
            setSource(null);
          }}
        />
      )}
    </>
  );
}
