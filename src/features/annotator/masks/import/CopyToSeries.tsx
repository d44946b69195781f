import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { useMask, useMaskPanel, useKnownGrid } from '#features/annotator/masks/masks-context.tsx';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import { seriesName } from '#features/annotator/texts.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import classes from './ImportDialog.module.css';
import { storedNameOf } from '#features/annotator/masks/mask-texts.ts';
import { COPY_TEXTS, copiedText, IMPORT_TEXTS } from './import-texts.ts';

interface CopyToSeriesProps {
  study: string;
  segmentation: DrawnSegmentation;
  own: readonly Series[];
}

/** Copies the current segment, by position, into a new segment of a segmentation of another series. */
export function CopyToSeries({ study, segmentation, own }: CopyToSeriesProps) {
  const { voxels } = useWorkstation();
  const { segmentations } = useMaskPanel();
  const isOpen = useMask(({ status }) => status === 'open');
  const current = useMask((state) => state.current);
  const news = useMask((state) => state.news?.segments.find(({ uuid }) => uuid === state.current));
  const [series, setSeries] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const known = useKnownGrid(series === '' ? null : series);
  const others = own.filter(({ uuid }) => uuid !== segmentation.mask?.series);
  const targets = (segmentations.list ?? []).filter(({ mask, may }) => mask?.series === series && may.edit);
  const target = targets.find(({ uuid }) => uuid === chosen) ?? targets[0] ?? null;
  if (!isOpen || others.length === 0 || current === null || (news?.voxels ?? 0) === 0) return null;
  const segment = segmentation.segments.find(({ uuid }) => uuid === current);
  // Once it was given another grid, nothing can be added to it.
  const isOther = known !== null && target !== null && target.mask?.grid != null && target.mask.grid !== known.hash;

  async function run(to: DrawnSegmentation, { grid, hash }: NonNullable<typeof known>) {
    setBusy(true);
    setSaid(null);
    try {
      const toSegment = crypto.randomUUID();
      const source = { study, segmentation: to.uuid, gridHash: hash, grid, isExclusive: to.exclusive };
      const title = `${segmentation.structure.title} ${storedNameOf(segment?.title ?? null)}`;
      const answer = await voxels.copyMask(segmentation.uuid, { segment: current!, to: source, toSegment }, () =>
        segmentations.addSegments(to.uuid, [{ segment: toSegment, title, color: segment?.color ?? null }]),
      );
      setSaid(copiedText(answer, news?.ml ?? null));
    } catch (error) {
      reportError(error);
      setSaid(IMPORT_TEXTS.failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.drop} aria-label={COPY_TEXTS.title}>
      <NativeSelect
        size="xs"
        label={COPY_TEXTS.title}
        value={series}
        data={[{ value: '', label: COPY_TEXTS.choose }, ...others.map((one) => ({ value: one.uuid, label: seriesName(one) }))]}
        onChange={({ currentTarget }) => {
          setSeries(currentTarget.value);
          setSaid(null);
        }}
      />
      {series !== '' && (
        <>
          {targets.length > 0 && (
            <NativeSelect
              size="xs"
              aria-label={COPY_TEXTS.target}
              value={target?.uuid ?? ''}
              data={targets.map(({ uuid, structure }) => ({ value: uuid, label: structure.title }))}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          {segmentations.mayCreate && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                segmentations.create((made) => {
                  segmentations.createMask(made, series);
                  setChosen(made);
                })
              }
            >
              {COPY_TEXTS.newSegmentation}
            </Button>
          )}
          <Button
            size="xs"
            loading={isBusy}
            disabled={known === null || target === null || isOther}
            onClick={() => target !== null && known !== null && void run(target, known)}
          >
            {COPY_TEXTS.copy}
          </Button>
        </>
      )}
      <p className={classes.note} role="status">
        {said ?? (series === '' ? null : known === null ? COPY_TEXTS.gridWaits : target === null ? COPY_TEXTS.none : null)}
      </p>
    </section>
  );
}
