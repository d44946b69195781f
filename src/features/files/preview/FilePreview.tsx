import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconDownload, IconFileUnknown, IconFile, IconX } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Session } from '#model/session.ts';
import { formatBytes } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { SliceSlider } from '#ui/upload/SliceSlider.tsx';
import { TileCanvas } from '#ui/upload/TileCanvas.tsx';
import { isTile, type AreaFile } from '#workers/preview/types.ts';
import { downloadFiles } from '#features/files/acts/use-file-acts.tsx';
import { sizeText, spokenSlice, TEXTS, voxelText } from '#features/files/texts.ts';
import { useAreaFile } from './use-area-file.ts';
import classes from './Preview.module.css';

export interface Previewed {
  path: string;
  name: string;
  size: number;
}

/** A file beside the lists (F3). */
export function FilePreview({ file, onClose }: { file: Previewed; onClose: () => void }) {
  return (
    <section className={classes.preview} aria-label={TEXTS.preview} data-preview>
      <header className={classes.head}>
        <h2 className={classes.title}>{TEXTS.preview}</h2>
        <span className={classes.name}>
          <bdi title={file.name}>{file.name}</bdi>
        </span>
        <Tooltip label={TEXTS.closePreview}>
          <ActionIcon aria-label={TEXTS.closePreview} onClick={onClose}>
            <IconX size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      <PreviewBody file={file} />
    </section>
  );
}

/** Without its frame, for the sheet of a phone. */
export function PreviewBody({ file }: { file: Previewed }) {
  const { opened, again, ...drawing } = useAreaFile(file);
  const { serverReachable } = useSession<Session>();
  if (opened === 'loading')
    return (
      <div className={classes.body}>
        <Skeleton height={160} width={160} />
      </div>
    );
  if (opened === 'failed')
    return (
      <ErrorState title={serverReachable ? TEXTS.previewFailed : TEXTS.previewOffline} offline={!serverReachable} onRetry={again}>
        {serverReachable ? TEXTS.previewFailedWhy : TEXTS.previewOfflineWhy}
      </ErrorState>
    );
  return (
    <div className={classes.body} data-kind={opened.kind}>
      <Shown file={file} opened={opened} {...drawing} />
    </div>
  );
}

type ShownProps = { file: Previewed; opened: AreaFile } & Pick<ReturnType<typeof useAreaFile>, 'slice' | 'setSlice' | 'tile'>;

function Shown({ file, opened, ...drawing }: ShownProps) {
  const { serverReachable } = useSession<Session>();
  switch (opened.kind) {
    case 'image':
      return <ImageFile file={file} opened={opened} {...drawing} />;
    case 'picture':
      return <Picture file={file} opened={opened} />;
    case 'text':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its arrow keys scroll it
        <pre className={classes.text} tabIndex={0} aria-label={file.name}>
          {opened.text}
          {opened.isCut && <span className={classes.cut}>{`\n${TEXTS.textCut}`}</span>}
        </pre>
      );
    case 'empty':
      return <EmptyState icon={IconFile} title={TEXTS.emptyFile} />;
    default: {
      const isTooLarge = opened.kind === 'too-large';
      return (
        <EmptyState
          icon={IconFileUnknown}
          title={isTooLarge ? TEXTS.tooLarge : TEXTS.unknown}
          action={
            <ServerButton
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
              serverReachable={serverReachable}
              why={TEXTS.needsServer}
              onClick={() => void downloadFiles([file.path])}
            >
              {TEXTS.download}
            </ServerButton>
          }
        >
          {`${formatBytes(file.size)}. ${isTooLarge ? TEXTS.tooLargeWhy : TEXTS.unknownWhy}`}
        </EmptyState>
      );
    }
  }
}

const CELL_PX = 176;

function ImageFile({ file, opened, slice, setSlice, tile }: Omit<ShownProps, 'opened'> & { opened: AreaFile & { kind: 'image' } }) {
  const { format, size, spacingMm, axes, volumes, slices } = opened;
  const voxel = voxelText(spacingMm);
  const fields: (readonly [string, ReactNode])[] = [
    [TEXTS.fields.kind, format],
    [TEXTS.fields.size, sizeText(size)],
    ...(voxel === '' ? [] : [[TEXTS.fields.voxel, voxel] as const]),
    ...(axes === '' ? [] : [[TEXTS.fields.axes, axes] as const]),
    ...(volumes > 1 ? [[TEXTS.fields.volumes, String(volumes)] as const] : []),
    [TEXTS.fields.bytes, formatBytes(file.size)],
  ];
  return (
    <>
      <TileCanvas
        picture={tile === undefined ? undefined : isTile(tile) ? tile : null}
        sizePx={CELL_PX}
        label={`${file.name}, ${spokenSlice(slice + 1, slices)}`}
        noPicture={TEXTS.noPicture}
      />
      <div className={classes.facts}>
        <dl className={classes.fields}>
          {fields.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {slices > 1 && <SliceSlider slice={slice} slices={slices} onSlice={setSlice} label={TEXTS.slice} spoken={spokenSlice} />}
        {tile !== undefined && !isTile(tile) && <p className={classes.note}>{TEXTS.noPicture}</p>}
      </div>
    </>
  );
}

function Picture({ file, opened: { bytes, type } }: { file: Previewed; opened: AreaFile & { kind: 'picture' } }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [bytes, type]);
  return url === null ? null : <img className={classes.picture} src={url} alt={file.name} />;
}
