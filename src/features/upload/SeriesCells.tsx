import { Checkbox } from '@mantine/core';
import { use, useState, type MouseEvent } from 'react';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { specifiedStatusToStatus } from '#model/status.ts';
import type { SeriesView } from '#model/upload-view.ts';
import { formatBytes } from '#ui/format.ts';
import { Status } from '#ui/Status.tsx';
import { SliceSlider } from '#ui/upload/SliceSlider.tsx';
import { isTile, type TileWindow } from '#workers/preview/types.ts';
import { AcquisitionSelect } from './AcquisitionSelect.tsx';
import { projectFieldId } from './field-ids.ts';
import { GeneratingContext } from './looked-at.ts';
import type { MoveTarget } from './move-targets.ts';
import { MoveRowMenu } from './MoveRowMenu.tsx';
import { noPictureText } from './no-picture-text.ts';
import { ReferenceButton } from './ReferenceButton.tsx';
import { SeriesNumberField } from './SeriesNumberField.tsx';
import classes from './SeriesRow.module.css';
import { seriesSize } from './series-size.ts';
import { WalkableThumbnail } from './Thumbnail.tsx';
import { refusalText, seriesName, TEXTS, sliceSpoken } from './texts.ts';
import { useUploadMarks } from './upload-marks-context.ts';
import { useTile } from './use-previewer.tsx';

interface SeriesCellsProps {
  series: SeriesView;
  refusal: SeriesView['refusal'];
  slice: number;
  onSlice: (slice: number) => void;
  onToggle: (event: MouseEvent) => void;
  onToggleReference: () => void;
  onWriteNumber: (number: number | '') => void;
  onEndNumber: () => void;
  onChooseAcquisition: (code: AcquisitionCode) => void;
  onChooseProject: (project: number | null) => void;
  /** The menu of studies that it may be moved to, while it is open. */
  moving: { targets: MoveTarget[]; move: (target: MoveTarget) => void; end: () => void } | null;
}

/** What stands in the row of a series. */
export function SeriesCells(props: SeriesCellsProps) {
  const {
    series,
    refusal,
    slice,
    onSlice,
    onToggle,
    onToggleReference,
    onWriteNumber,
    onEndNumber,
    onChooseAcquisition,
    onChooseProject,
    moving,
  } = props;
  const { project, hasProjects } = useUploadMarks();
  const isGenerating = use(GeneratingContext) === series.id;
  const [window, setWindow] = useState<TileWindow | null>(null);
  const tile = useTile(series.id, slice, slice === series.defaultSlice, series.slices, window);
  const noTile = tile !== undefined && !isTile(tile) ? tile : null;
  const description = series.facts.seriesDescription || TEXTS.noDescription;
  const name = seriesName(series);
  return (
    <>
      <div className={classes.check} role="gridcell">
        <Checkbox
          aria-label={`Upload series ${name}`}
          checked={series.upload}
          disabled={!series.valid}
          onClick={onToggle}
          onChange={nothing}
        />
      </div>
      <div className={classes.thumbnail} role="gridcell">
        <WalkableThumbnail series={series} slice={slice} sizePx={60} tile={tile} onSlice={onSlice} onWindow={setWindow} />
      </div>
      <div className={classes.number} role="gridcell">
        <SeriesNumberField series={series} onWrite={onWriteNumber} onEnd={onEndNumber} />
      </div>
      <div className={classes.what} role="gridcell">
        <div className={classes.description} data-none={series.facts.seriesDescription === '' || undefined} title={description}>
          <bdi>{description}</bdi>
        </div>
        <div className={classes.size}>
          {seriesSize(series.facts)}
          <span className={classes.inlineBytes}> · {formatBytes(series.bytes.total)}</span>
        </div>
        {refusal && <div className={classes.refusal}>{refusalText(refusal)}</div>}
        {noTile && <div className={classes.noPicture}>{noPictureText(noTile)}</div>}
        {/* Other slices may have a picture; of one that has none there is nothing to walk through. */}
        {(noTile === null || series.slices > 1) && (
          <div className={classes.slider}>
            <SliceSlider slice={slice} slices={series.slices} onSlice={onSlice} label={`Slice of series ${name}`} spoken={sliceSpoken} />
          </div>
        )}
      </div>
      <div className={classes.choices}>
        <div className={classes.acquisition} role="gridcell">
          <AcquisitionSelect series={series} onChoose={onChooseAcquisition} />
        </div>
        {hasProjects && (
          <div className={classes.project} role="gridcell">
            {project({
              id: projectFieldId(series.id),
              name: `${TEXTS.project} of series ${name}`,
              chosen: series.project,
              onChoose: onChooseProject,
              where: 'row',
            })}
          </div>
        )}
      </div>
      <div className={classes.reference} role="gridcell">
        <ReferenceButton series={series} onToggle={onToggleReference} />
      </div>
      <div className={classes.bytes} role="gridcell">
        {formatBytes(series.bytes.total)}
      </div>
      <div className={classes.status} role="gridcell">
        <Status word={isGenerating ? specifiedStatusToStatus('generatingNii') : series.status} />
        {moving && <MoveRowMenu targets={moving.targets} onMove={moving.move} onClose={moving.end} />}
      </div>
    </>
  );
}

/** The click is what counts: it knows whether Shift was held. A change without a handler would be read-only to React. */
function nothing() {}
