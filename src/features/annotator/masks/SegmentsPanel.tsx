import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { IconFocusCentered, IconPlus } from '@tabler/icons-react';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { UndoButtons } from '#features/annotator/history/UndoButtons.tsx';
import { FIRST_LOOK } from '#features/annotator/overlays/layer-look.ts';
import { LookControls } from '#features/annotator/overlays/LookControls.tsx';
import { seriesName } from '#features/annotator/texts.ts';
import { SegmentUptake } from '#features/annotator/uptake/SegmentUptake.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { CompareButton } from '#features/annotator/compare/CompareButton.tsx';
import { ComputeSection } from './compute/ComputeSection.tsx';
import { Conflicts } from './Conflicts.tsx';
import { ExportSegments } from './export/ExportSegments.tsx';
import { goToMiddle } from './go-to.ts';
import { CopyToSeries } from './import/CopyToSeries.tsx';
import { ImportSegments } from './import/ImportSegments.tsx';
import { bySliceText, MASK_TEXTS, nameOf, statusText, voxelsText } from './mask-texts.ts';
import { useMask, useMaskPanel } from './masks-context.tsx';
import { RearrangeSection } from './rearrange/RearrangeSection.tsx';
import { NoSegmentations, UnknownSegmentations } from './NoSegmentations.tsx';
import { SegmentRow } from './SegmentRow.tsx';
import { Show3d } from './Show3d.tsx';
import { OpenInXr } from '#features/annotator/xr/OpenInXr.tsx';
import classes from './SegmentsPanel.module.css';
import type { DrawnSegmentation } from './study-segmentations.ts';
import { ToolOptions } from './ToolOptions.tsx';
import { WorkFileButtons } from './work-file/WorkFileButtons.tsx';

interface SegmentsPanelProps {
  study: StudyDetail;
  /** The series of the active pane, on which a new mask is drawn. */
  series: Series;
  /** Of the study itself: only these can be drawn on. */
  own: readonly Series[];
}

/** The segmentations of the study, the segments of the chosen one, and how the chosen tool draws (design.md §19). */
export function SegmentsPanel({ study, series, own }: SegmentsPanelProps) {
  const { segmentations, segmentation, choose } = useMaskPanel();
  const { list, problem, isFetching, retry, mayCreate, create } = segmentations;
  return (
    <div className={classes.panel}>
      {list === null ? (
        <UnknownSegmentations {...{ problem, isFetching, retry }} />
      ) : segmentation === null ? (
        <NoSegmentations onCreate={mayCreate ? () => create(choose) : null} />
      ) : (
        <Chosen {...{ series, own, segmentation, list }} />
      )}
      <span className={classes.undo}>
        <UndoButtons />
      </span>
      <ToolOptions />
      <ComputeSection />
      {segmentation !== null && <RearrangeSection key={`rearrange ${segmentation.uuid}`} segmentation={segmentation.uuid} />}
      {segmentation !== null && <CopyToSeries key={`copy ${segmentation.uuid}`} {...{ study: study.uuid, segmentation, own }} />}
      {segmentation !== null && <ImportSegments key={`import ${segmentation.uuid}`} {...{ study, segmentation }} />}
      {segmentation !== null && <ExportSegments key={segmentation.uuid} {...{ study, segmentation }} />}
      <WorkFileButtons />
    </div>
  );
}

interface ChosenProps extends Omit<SegmentsPanelProps, 'study'> {
  segmentation: DrawnSegmentation;
  list: readonly DrawnSegmentation[];
}

function Chosen({ series, own, segmentation, list }: ChosenProps) {
  const { masks } = useWorkstation();
  const { segmentations, choose } = useMaskPanel();
  const { uuid, segments, may } = segmentation;
  const shown = segments.filter(({ waits }) => waits !== 'deletion');
  function addSegment() {
    const added = crypto.randomUUID();
    segmentations.addSegment(uuid, added);
    masks.choose(added);
  }
  return (
    <>
      <div className={classes.head}>
        <NativeSelect
          className={classes.grow ?? ''}
          size="sm"
          aria-label={MASK_TEXTS.segmentation}
          value={uuid}
          data={list.map((one) => ({ value: one.uuid, label: one.structure.title }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {segmentations.mayCreate && (
          <Tooltip label={MASK_TEXTS.newSegmentation}>
            <ActionIcon variant="default" size={34} aria-label={MASK_TEXTS.newSegmentation} onClick={() => segmentations.create(choose)}>
              <IconPlus size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <Conflicts segments={segments} />
      <ul className={classes.rows} aria-label={MASK_TEXTS.segments}>
        {shown.map((segment) => (
          <SegmentRow key={segment.uuid} segment={segment} segmentation={uuid} mayEdit={may.edit} />
        ))}
      </ul>
      <p className={classes.note}>{segmentation.exclusive ? MASK_TEXTS.exclusive : MASK_TEXTS.overlapping}</p>
      {shown.length === 0 && <p className={classes.note}>{MASK_TEXTS.noSegments}</p>}
      <div className={classes.add}>
        {may.edit && (
          <Button variant="default" size="xs" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={addSegment}>
            {MASK_TEXTS.addSegment}
          </Button>
        )}
        <Show3d />
        <OpenInXr />
        <CompareButton segmentation={uuid} />
      </div>
      {/* Below the buttons: it comes and goes, and must not move them under the pointer. */}
      <Notes {...{ series, own, segmentation }} />
      <Current segmentation={segmentation} />
    </>
  );
}

/** Why nothing can be drawn, and what helps. */
function Notes({ series, own, segmentation: { uuid, mask, may } }: Omit<ChosenProps, 'list'>) {
  const { serverReachable } = useSession<Session>();
  const { segmentations, noGrid, retryGrid } = useMaskPanel();
  const status = useMask((state) => state.status);
  const noVolume = useMask((state) => state.mask?.source.grid.noVolume ?? null);
  if (!may.edit) return <p className={classes.note}>{MASK_TEXTS.readOnly}</p>;
  if (mask === null) {
    const isOwn = own.some((one) => one.uuid === series.uuid);
    return (
      <div className={classes.notes}>
        <p className={classes.note}>{MASK_TEXTS.noMask}</p>
        {isOwn && (
          <Button size="xs" onClick={() => segmentations.createMask(uuid, series.uuid)}>
            {`${MASK_TEXTS.startHere}: ${seriesName(series)}`}
          </Button>
        )}
      </div>
    );
  }
  if (noGrid === 'offline' || noGrid === 'failed' || noGrid === 'none') {
    const why =
      noGrid === 'none' ? MASK_TEXTS.gridWaits : noGrid === 'failed' && serverReachable ? MASK_TEXTS.gridFailed : MASK_TEXTS.gridOffline;
    return (
      <div className={classes.notes} role="status">
        <p className={classes.note}>{why}</p>
        <Button size="xs" variant="default" onClick={retryGrid}>
          {MASK_TEXTS.retry}
        </Button>
      </div>
    );
  }
  const why = statusText(status) ?? (noVolume === null ? null : bySliceText(noVolume));
  return why === null ? null : (
    <p className={classes.note} role="status">
      {why}
    </p>
  );
}

/** How the segment that is drawn looks, how many voxels it has, and where it is. */
function Current({ segmentation }: { segmentation: DrawnSegmentation }) {
  const workstation = useWorkstation();
  const { masks } = workstation;
  const current = useMask((state) => state.current);
  const look = useMask(() => (current === null ? FIRST_LOOK : masks.lookOf(current)));
  const news = useMask((state) => state.news?.segments.find(({ uuid }) => uuid === current));
  const segment = segmentation.segments.find(({ uuid }) => uuid === current);
  if (segment === undefined || current === null) return null;
  const name = nameOf(segment.title);
  return (
    <section className={classes.current} aria-label={name}>
      <LookControls name={name} look={look} onChange={(change) => masks.changeLook(current, change)} />
      <div className={classes.line}>
        <span className={classes.voxels}>{voxelsText(news?.voxels ?? 0)}</span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFocusCentered size={16} stroke={1.5} aria-hidden />}
          aria-keyshortcuts="Control+Home"
          disabled={(news?.middle ?? null) === null}
          onClick={() => goToMiddle(workstation)}
        >
          {MASK_TEXTS.middle}
        </Button>
      </div>
      <SegmentUptake segment={current} />
    </section>
  );
}
