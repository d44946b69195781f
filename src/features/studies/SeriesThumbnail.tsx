import { IconPhotoOff } from '@tabler/icons-react';
import classes from './SeriesThumbnail.module.css';
import { useThumbnail } from './use-thumbnail.ts';

interface SeriesThumbnailProps {
  studyUuid: string;
  /** Null: a study without series. */
  series: { uuid: string; state: string } | null;
  size: 'row' | 'list' | 'large';
}

/** The middle slice of a series as drawn by the server; decorative, because its row has the same information as text. */
export function SeriesThumbnail({ studyUuid, series, size }: SeriesThumbnailProps) {
  // The server draws it when the series is complete, so a change of state may bring a picture.
  const { url, state } = useThumbnail(series?.uuid ?? null, studyUuid, series?.state ?? '');
  return (
    <span className={classes.frame} data-size={size} data-state={state} aria-hidden>
      {url !== null ? (
        <img className={classes.picture} src={url} alt="" draggable={false} />
      ) : (
        state === 'none' && <IconPhotoOff size={size === 'large' ? 32 : 16} stroke={1.5} />
      )}
    </span>
  );
}
