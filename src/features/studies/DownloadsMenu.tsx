import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { WantedDownload } from '#api/prepare-download.ts';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { formatBytes } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { fileCounts } from './listed-study.ts';
import classes from './StudyPanel.module.css';
import { NIFTI, seriesName, TEXTS } from './texts.ts';
import { useDownload } from './use-download.ts';

interface DownloadsMenuProps {
  study: StudyDetail;
  series: readonly Series[];
  /** The open series. */
  current: Series | null;
}

/** Downloads of a study: all of it, its receipt, and the open series. */
export function DownloadsMenu({ study, series, current }: DownloadsMenuProps) {
  const { serverReachable } = useSession<Session>();
  const { isPreparing, download } = useDownload();
  const { files, proved } = fileCounts(study);
  const text = TEXTS.detail;

  const item = (wanted: WantedDownload, label: string, size: number | null, cannot: string | null) => {
    const why = serverReachable ? cannot : text.offlineDownloads;
    return (
      <Menu.Item
        key={label}
        disabled={why !== null}
        rightSection={size === null ? null : formatBytes(size)}
        onClick={() => void download(wanted)}
      >
        {label}
        {why !== null && <span className={classes.cannot}>{why}</span>}
      </Menu.Item>
    );
  };
  const originals = (of: readonly Pick<Series, 'type'>[]) =>
    of.every(({ type }) => type === 'dcm') ? text.originals : text.originalsNifti;

  return (
    <Menu position="bottom-end" withinPortal={false} width={300}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.act ?? ''}
          classNames={{ label: classes.actLabel ?? '' }}
          aria-label={text.downloads}
          title={text.downloads}
          loading={isPreparing}
        >
          <IconDownload size={16} stroke={1.5} aria-hidden />
          <span className={classes.actWord}>{text.downloads}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{text.ofStudy}</Menu.Label>
        {item({ kind: 'originals', study: study.uuid }, originals(series), study.size, proved < files ? text.notWhole : null)}
        {item({ kind: 'receipt', study: study.uuid }, text.receipt, null, null)}
        {current !== null && (
          <>
            <Menu.Label className={classes.menuSeries ?? ''}>{seriesName(current)}</Menu.Label>
            {item(
              { kind: 'originals', series: current.uuid },
              originals([current]),
              current.bytes,
              current.proved < current.files ? text.notWhole : null,
            )}
            {current.volumes.map((volume) => (
              <div key={volume.id}>{item({ kind: 'volume', volume: volume.id }, `${NIFTI} ${volume.name}`, volume.size, null)}</div>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
