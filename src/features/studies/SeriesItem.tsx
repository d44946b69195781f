import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDownload, type Icon } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Finding } from '#contract/quality.ts';
import type { Series } from '#contract/study-detail.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { contentName } from '#model/studies/not-images.ts';
import { formatBytes } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { FindingMark } from './findings/FindingMark.tsx';
import { seriesStatus } from './listed-study.ts';
import { SeriesThumbnail } from './SeriesThumbnail.tsx';
import classes from './StudyPanel.module.css';
import { dimsText, imagesText, inferTexts, moveDownText, moveUpText, NIFTI, seriesName, TEXTS } from './texts.ts';
import { useDownload } from './use-download.ts';

interface SeriesItemProps {
  studyUuid: string;
  series: Series;
  findings: readonly Finding[];
  isCurrent: boolean;
  onChoose: () => void;
  /** Moves to another series. */
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
  /** Among the series of its acquisition; null if it cannot be moved. */
  place: { isFirst: boolean; isLast: boolean } | null;
  /** By one place, up or down. */
  onMove: (step: -1 | 1) => void;
  /** Its uuid while it is dragged, then null. */
  onDrag: (uuid: string | null) => void;
  /** The dragged series can be dropped here. */
  isTarget: boolean;
  onDrop: () => void;
}

export function SeriesItem({ studyUuid, series, findings, isCurrent, onChoose, onKeyDown, place, ...moves }: SeriesItemProps) {
  const { onMove, onDrag, isTarget, onDrop } = moves;
  const images = series.reading?.facts?.slices ?? Math.max(series.cnt, series.numberOfFrames);
  const name = seriesName(series);
  const content = contentName(series.modalityCode);
  return (
    <li className={classes.item} data-series={series.uuid} data-current={isCurrent || undefined} data-target={isTarget || undefined}>
      <button
        type="button"
        className={classes.choose}
        aria-current={isCurrent || undefined}
        {...(place === null ? {} : { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' })}
        onClick={onChoose}
        onKeyDown={onKeyDown}
        draggable={place !== null}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          onDrag(series.uuid);
        }}
        onDragEnd={() => onDrag(null)}
        onDragOver={(event) => {
          if (isTarget) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          if (isTarget) onDrop();
        }}
      >
        <SeriesThumbnail series={series} studyUuid={studyUuid} size="list" />
        <span className={classes.words}>
          <span className={classes.title} title={name}>
            <span className={classes.number}>{series.seriesNumber}</span>{' '}
            <bdi>{series.seriesDescription || TEXTS.detail.noDescription}</bdi>
          </span>
          <span className={classes.images}>
            {/* Older data stored on this device has no acquisition. */}
            {[content ?? imagesText(images), series.acquisition_code].filter(Boolean).join(' · ')}
          </span>
          <Status word={seriesStatus(series)} />
          {findings.filter(isShown).map((finding) => (
            <FindingMark key={finding.uuid} finding={finding} />
          ))}
        </span>
      </button>
      {series.message !== null && content === null && (
        <p className={classes.message} data-failed={series.state === 'error' || undefined}>
          {translated(series.message)}
        </p>
      )}
      {isCurrent && series.reading?.deviceGrid === 'different' && <p className={classes.message}>{TEXTS.detail.otherGrid}</p>}
      {isCurrent && place !== null && (
        <div className={classes.moves}>
          <MoveButton icon={IconArrowUp} label={moveUpText(name)} disabled={place.isFirst} onClick={() => onMove(-1)} />
          <MoveButton icon={IconArrowDown} label={moveDownText(name)} disabled={place.isLast} onClick={() => onMove(1)} />
        </div>
      )}
      {isCurrent && series.volumes.length > 0 && (
        <ul className={classes.volumes}>
          {series.volumes.map((volume) => (
            <VolumeLine key={volume.id} volume={volume} />
          ))}
        </ul>
      )}
      {isCurrent &&
        inferTexts(series.infers ?? []).map((text) => (
          <p key={text} className={classes.message}>
            {text}
          </p>
        ))}
    </li>
  );
}

/** Facts are listed above, and need nobody. */
const isShown = ({ severity, mark }: Finding): boolean => severity !== 'info' && mark?.as !== 'accepted';

function MoveButton({ icon: MoveIcon, label, ...button }: { icon: Icon; label: string; disabled: boolean; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...button}>
        <MoveIcon size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function VolumeLine({ volume }: { volume: Series['volumes'][number] }) {
  const { serverReachable } = useSession<Session>();
  const { isPreparing, download } = useDownload();
  const label = `${NIFTI} ${volume.name}`;
  return (
    <li className={classes.volume}>
      <span className={classes.volumeName} title={volume.name}>
        <bdi>{volume.name}</bdi>
        <span>{[dimsText(volume.dims), formatBytes(volume.size)].filter(Boolean).join(' · ')}</span>
      </span>
      <Tooltip label={serverReachable ? label : TEXTS.detail.offlineDownloads}>
        <ActionIcon
          aria-label={label}
          {...(serverReachable ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': TEXTS.detail.offlineDownloads })}
          loading={isPreparing}
          onClick={() => void (serverReachable && download({ kind: 'volume', volume: volume.id }))}
        >
          <IconDownload size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
