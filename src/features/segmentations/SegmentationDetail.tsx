import { NativeSelect } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Segmentation } from '#contract/segmentations.ts';
import type { Series } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone } from '#ui/toasts.ts';
import { Members } from './Members.tsx';
import classes from './Organize.module.css';
import { Segments } from './Segments.tsx';
import { bySliceText, seriesText, TEXTS } from './texts.ts';
import { useChange } from './use-organize.ts';

interface SegmentationDetailProps {
  study: { id: number; uuid: string };
  series: readonly Series[];
  segmentation: Segmentation;
}

export function SegmentationDetail({ study, series, segmentation }: SegmentationDetailProps) {
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
        {may.delete && (
          <ServerButton
            serverReachable={serverReachable}
            why={TEXTS.needsServer}
            variant="outline"
            color="coral"
            onClick={() =>
              askFirst({
                title: `${TEXTS.delete} “${structure.title}”?`,
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
      <Segments study={study.uuid} segmentation={segmentation} />
      <Mask study={study.uuid} series={series} segmentation={segmentation} />
      <Members study={study} segmentation={segmentation} />
    </section>
  );
}

/** CALL-070: the series on which it is drawn. Once there is a mask, it never changes. */
function Mask({ study, series, segmentation }: { study: string; series: readonly Series[]; segmentation: Segmentation }) {
  const { serverReachable } = useSession<Session>();
  const { busy, change } = useChange();
  const usable = series.filter(({ reading }) => reading?.grid);
  const first = usable.find(({ ref_serie }) => ref_serie) ?? usable[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const current = usable.find(({ uuid }) => uuid === chosen) ?? first;
  const own = series.find(({ uuid }) => uuid === segmentation.mask?.series);
  const noVolume = (segmentation.mask ? own : current)?.reading?.grid?.noVolume ?? null;

  async function create(uuid: string) {
    showDone(TEXTS.creatingMask);
    const made = await change(callApi(CALLS.createMask, { params: { uuid, segmentationId: String(segmentation.id) } }));
    if (made !== undefined) showDone(TEXTS.maskCreated);
  }

  return (
    <div className={classes.part} data-mask={segmentation.mask?.grid} data-study={study}>
      <h3>{TEXTS.mask}</h3>
      {segmentation.mask ? (
        <p className={classes.note}>
          {TEXTS.drawnOn} {own ? seriesText(own) : TEXTS.onSeries}
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
              <ServerButton
                serverReachable={serverReachable}
                why={TEXTS.needsServer}
                variant="default"
                loading={busy}
                onClick={() => void create(current.uuid)}
              >
                {TEXTS.createMask}
              </ServerButton>
            </div>
          )}
        </>
      )}
      {noVolume !== null && <p className={classes.note}>{bySliceText(noVolume)}</p>}
    </div>
  );
}
