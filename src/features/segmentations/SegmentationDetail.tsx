import { Button, NativeSelect, Switch } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Series } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone } from '#ui/toasts.ts';
import { Members } from './Members.tsx';
import classes from './Organize.module.css';
import { Segments } from './Segments.tsx';
import type { ShownSegmentation } from './shown-segmentations.ts';
import { bySliceText, deleteTitle, drawnOnText, seriesText, TEXTS } from './texts.ts';
import { useChange, type SaveWrite } from './use-organize.ts';
import { Waits } from './Waits.tsx';

interface SegmentationDetailProps {
  study: { id: number; uuid: string };
  series: readonly Series[];
  segmentation: ShownSegmentation;
  save: SaveWrite;
}

export function SegmentationDetail({ study, series, segmentation, save }: SegmentationDetailProps) {
  const { serverReachable } = useSession<Session>();
  const { change } = useChange();
  const { id, structure, may } = segmentation;

  async function remove() {
    const params = { uuid: study.uuid, segmentationId: String(id) };
    const done = await change(callApi(CALLS.deleteSegmentation, { params }));
    modals.closeAll();
    if (done !== undefined) showDone(TEXTS.removed);
  }

  return (
    <section className={classes.detail} aria-label={structure.title}>
      <div className={classes.head}>
        <h2>
          {structure.title} <span>{structure.category.title}</span>
        </h2>
        {id === null && <Waits>{TEXTS.waiting}</Waits>}
        {may.delete && (
          <ServerButton
            serverReachable={serverReachable}
            why={TEXTS.needsServer}
            variant="outline"
            color="coral"
            onClick={() =>
              askFirst({
                title: deleteTitle(structure.title),
                why: TEXTS.deleteWhy,
                act: TEXTS.delete,
                keep: TEXTS.keep,
                onAct: remove,
              })
            }
          >
            {TEXTS.delete}
          </ServerButton>
        )}
      </div>
      {!may.edit && <p className={classes.note}>{TEXTS.readOnly}</p>}
      <Segments study={study.uuid} segmentation={segmentation} save={save} />
      <Overlap study={study.uuid} segmentation={segmentation} save={save} />
      <Mask study={study.uuid} series={series} segmentation={segmentation} save={save} />
      <Members study={study} segmentation={segmentation} save={save} />
    </section>
  );
}

/** Whether its segments may overlap: changed by its owners, and only while nothing was drawn. */
function Overlap({ study, segmentation, save }: Omit<SegmentationDetailProps, 'study' | 'series'> & { study: string }) {
  const { uuid, exclusive, exclusiveWaits, may, segments } = segmentation;
  const isDrawn = segments.some(({ revision }) => revision > 0);
  return (
    <div className={classes.part}>
      <div className={classes.row}>
        <Switch
          label={TEXTS.exclusive}
          description={isDrawn ? TEXTS.exclusiveDrawn : TEXTS.exclusiveWhy}
          checked={exclusive}
          disabled={!may.share || isDrawn}
          onChange={({ currentTarget }) =>
            save({ kind: 'segmentation-overlap', study, segmentation: uuid, exclusive: currentTarget.checked })
          }
        />
        {exclusiveWaits && <Waits>{TEXTS.savedLater}</Waits>}
      </div>
    </div>
  );
}

/** CALL-070: the series on which it is drawn. Once there is a mask, it never changes. */
function Mask({ study, series, segmentation, save }: Omit<SegmentationDetailProps, 'study'> & { study: string }) {
  const { serverReachable } = useSession<Session>();
  const usable = series.filter(({ reading }) => reading?.grid);
  const first = usable.find(({ ref_serie }) => ref_serie) ?? usable[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const current = usable.find(({ uuid }) => uuid === chosen) ?? first;
  const own = series.find(({ uuid }) => uuid === segmentation.mask?.series);
  const noVolume = (segmentation.mask ? own : current)?.reading?.grid?.noVolume ?? null;

  function create(uuid: string) {
    save({ kind: 'segmentation-mask', study, segmentation: segmentation.uuid, series: uuid });
    if (serverReachable) showDone(TEXTS.creatingMask);
  }

  return (
    <div className={classes.part} data-mask={segmentation.mask?.grid ?? undefined}>
      <h3>{TEXTS.mask}</h3>
      {segmentation.mask ? (
        <p className={classes.note}>
          {drawnOnText(own ? seriesText(own) : TEXTS.onSeries)} {segmentation.mask.grid === null && <Waits>{TEXTS.savedLater}</Waits>}
        </p>
      ) : (
        <>
          <p className={classes.note}>{current === undefined ? TEXTS.notRead : TEXTS.noMask}</p>
          {segmentation.may.edit && current !== undefined && (
            <div className={classes.row}>
              <NativeSelect
                aria-label={TEXTS.onSeries}
                value={current.uuid}
                data={usable.map((each) => ({ value: each.uuid, label: seriesText(each) || each.modalityCode }))}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              />
              <Button variant="default" onClick={() => create(current.uuid)}>
                {TEXTS.createMask}
              </Button>
            </div>
          )}
        </>
      )}
      {noVolume !== null && <p className={classes.note}>{bySliceText(noVolume)}</p>}
    </div>
  );
}
