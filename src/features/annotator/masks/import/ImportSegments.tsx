import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { StudyDetail } from '#contract/study-detail.ts';
import { DropOverlay } from '#ui/upload/DropArea.tsx';
import { usePageDrop } from '#ui/upload/use-page-drop.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import type { ImportSource } from '#workers/masks/types.ts';
import { ImportDialog } from './ImportDialog.tsx';
import classes from './ImportDialog.module.css';
import { IMPORT_TEXTS } from './import-texts.ts';

/** Takes segments from files into the open segmentation, also without a network. */
export function ImportSegments({ study, segmentation }: { study: StudyDetail; segmentation: DrawnSegmentation }) {
  const isOpen = useMask(({ status }) => status === 'open');
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<ImportSource | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const mayImport = isOpen && segmentation.may.edit;
  const isOver = usePageDrop(({ files }) => take(files.map(({ file }) => file)), mayImport && source === null);
  if (!mayImport) return null;

  function take(files: readonly File[]) {
    if (files.length === 0) return;
    setSaid(null);
    setSource({ of: 'files', files: files.map((file) => ({ name: file.name, blob: file })) });
  }

  return (
    <section className={classes.drop} aria-label={IMPORT_TEXTS.title}>
      {isOver && <DropOverlay text={IMPORT_TEXTS.drop} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.5} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {IMPORT_TEXTS.choose}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={IMPORT_TEXTS.files}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])]);
          // Otherwise choosing the same file again is not a change.
          currentTarget.value = '';
        }}
      />
      <p className={classes.note} role="status">
        {said ?? IMPORT_TEXTS.chooseWhy}
      </p>
      {source !== null && (
        <ImportDialog
          {...{ study, segmentation, source }}
          onClose={() => setSource(null)}
          onImported={(words) => {
            setSaid(words);
            setSource(null);
          }}
        />
      )}
    </section>
  );
}
