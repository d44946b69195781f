import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Series } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { formatBytes } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { seriesStatus } from './listed-study.ts';
import { SeriesThumbnail } from './SeriesThumbnail.tsx';
import classes from './StudyPanel.module.css';
import { dimsText, imagesText, inferTexts, seriesName, TEXTS } from './texts.ts';
import { useDownload } from './use-download.ts';

interface SeriesItemProps {
  studyUuid: string;
  series: Series;
  isCurrent: boolean;
  onChoose: () => void;
  /** Moves to another series. */
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

export function SeriesItem({ studyUuid, series, isCurrent, onChoose, onKeyDown }: SeriesItemProps) {
  const images = series.reading?.facts?.slices ?? Math.max(series.cnt, series.numberOfFrames);
  const name = seriesName(series);
  return (
    <li className={classes.item} data-series={series.uuid} data-current={isCurrent || undefined}>
      <button type="button" className={classes.choose} aria-current={isCurrent || undefined} onClick={onChoose} onKeyDown={onKeyDown}>
        <SeriesThumbnail series={series} studyUuid={studyUuid} size="list" />
        <span className={classes.words}>
          <span className={classes.title} title={name}>
            <span className={classes.number}>{series.seriesNumber}</span>{' '}
            <bdi>{series.seriesDescription || TEXTS.detail.noDescription}</bdi>
          </span>
          <span className={classes.images}>
            {/* Older data stored on this device has no acquisition. */}
            {[imagesText(images), series.acquisition_code].filter(Boolean).join(' · ')}
          </span>
          <Status word={seriesStatus(series)} />
        </span>
      </button>
      {series.message !== null && (
        <p className={classes.message} data-failed={series.state === 'error' || undefined}>
          {series.message}
        </p>
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

function VolumeLine({ volume }: { volume: Series['volumes'][number] }) {
  const { serverReachable } = useSession<Session>();
  const { isPreparing, download } = useDownload();
  const label = `${TEXTS.detail.nifti} ${volume.name}`;
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
