import { Checkbox } from '@mantine/core';
import { use, useState, type MouseEvent } from 'react';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { t } from '#language/t.ts';
import { specifiedStatusToStatus } from '#model/status.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { formatBytes } from '#ui/format.ts';
import { Status } from '#ui/status/Status.tsx';
import { SliceSlider } from '#ui/upload/SliceSlider.tsx';
import { isTile, type TileWindow } from '#workers/preview/types.ts';
import { AcquisitionSelect } from '#features/upload/configuration/AcquisitionSelect.tsx';
import { projectFieldId } from '#features/upload/process/field-ids.ts';
import { GeneratingContext } from '#features/upload/pictures/series-panel-context.ts';
import type { MoveTarget } from '#features/upload/editing/move-targets.ts';
import { MoveRowMenu } from '#features/upload/editing/MoveRowMenu.tsx';
import { noPictureText } from '#features/upload/pictures/no-picture-text.ts';
import { ReferenceButton } from '#features/upload/editing/ReferenceButton.tsx';
import { SeriesNumberField } from '#features/upload/editing/SeriesNumberField.tsx';
import classes from './SeriesRow.module.css';
import { seriesSize } from './series-size.ts';
import { WalkableThumbnail } from '#features/upload/pictures/Thumbnail.tsx';
import { refusalText, seriesName, TEXTS, sliceSpoken } from '#features/upload/texts.ts';
import { useLabelsAndProjects } from '#features/upload/configuration/labels-and-projects-context.ts';
import { useTile } from '#features/upload/pictures/use-previewer.tsx';

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
  /** The open menu of target studies. */
  moving: { targets: MoveTarget[]; move: (target: MoveTarget) => void; end: () => void } | null;
}

/** The cells of a series row. */
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
  const { project, hasProjects } = useLabelsAndProjects();
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
          aria-label={t('Upload series {name}', { name })}
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
        {/* Other slices may have a picture; a single slice without one has no slider. */}
        {(noTile === null || series.slices > 1) && (
          <div className={classes.slider}>
            <SliceSlider
              slice={slice}
              slices={series.slices}
              onSlice={onSlice}
              label={t('Slice of series {name}', { name })}
              spoken={sliceSpoken}
            />
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
              name: t('Project of series {name}', { name }),
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

/** The click handler does the work, because it knows whether Shift was held. Without `onChange` React would warn of a read-only field. */
function nothing() {}
