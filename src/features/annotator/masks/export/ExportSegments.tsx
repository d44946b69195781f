import { useState } from 'react';
import type { StudyDetail } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { saveFile } from '#ui/browser/save-file.ts';
import { useSession } from '#ui/session-context.tsx';
import { ExportControl } from '#features/annotator/export/ExportControl.tsx';
import { nameOf } from '#features/annotator/masks/mask-texts.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { MaskFormat } from '#workers/masks/types.ts';
import { exportRequest } from './export-request.ts';
import { EXPORT_TEXTS, exportedText, exportRefusedText, MASK_FORMATS, segmentEmptyText } from './export-texts.ts';
import classes from './ExportSegments.module.css';

/** Saves the open segmentation as files, also without a network. */
export function ExportSegments({ study, segmentation }: { study: StudyDetail; segmentation: DrawnSegmentation }) {
  const { masks } = useWorkstation();
  const { user } = useSession<Session>();
  const { segmentations } = useMaskPanel();
  const isOpen = useMask(({ status }) => status === 'open');
  const news = useMask((state) => state.news);
  const current = useMask((state) => state.current);
  const [format, setFormat] = useState<MaskFormat>('seg');
  /** From 0 to 1; null while nothing is exported. */
  const [part, setPart] = useState<number | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  if (!isOpen) return null;

  const { segments } = segmentation;
  const titleOf = (uuid: string): string => nameOf(segments.find((one) => one.uuid === uuid)?.title ?? null);
  const drawn = new Set(news?.segments.flatMap(({ uuid, voxels }) => (voxels > 0 ? [uuid] : [])));
  const count = segments.filter(({ uuid, waits }) => waits !== 'deletion' && drawn.has(uuid)).length;
  const isEmptySurface = format === 'stl' && count > 0 && current !== null && !drawn.has(current);
  const hint = count === 0 ? EXPORT_TEXTS.nothing : isEmptySurface ? segmentEmptyText(titleOf(current)) : null;

  async function run() {
    setPart(0);
    setSaid(null);
    try {
      const codes = segmentations.codesOf(segmentation.uuid);
      const { colourOf } = masks;
      const request = exportRequest(format, { study, segmentation, current, colourOf, codes, author: user.name, now: new Date() });
      const exported = await masks.exportAs(request, setPart);
      if (exported.ok) for (const { name, type, bytes } of exported.files) saveFile({ name, file: new Blob([bytes], { type }) });
      setSaid(
        exported.ok ? exportedText(format, exported, { nameOf: titleOf, isWithoutCodes: codes === null }) : exportRefusedText(exported.why),
      );
    } catch (error) {
      reportError(error);
      setSaid(EXPORT_TEXTS.failed);
    } finally {
      setPart(null);
    }
  }
  return (
    <ExportControl
      {...{ formats: MASK_FORMATS, format }}
      onFormat={(next) => {
        setFormat(next);
        setSaid(null);
      }}
      action={format === 'stl' && current !== null ? t('Export {name}', { name: titleOf(current) }) : t('Export {count}', { count })}
      isBusy={part !== null}
      isDisabled={hint !== null}
      onExport={() => void run()}
    >
      {part !== null && <ProgressBar label={EXPORT_TEXTS.progress} total={1} parts={[{ amount: part, tone: 'moving' }]} />}
      <p className={classes.note} role="status">
        {said ?? hint}
      </p>
    </ExportControl>
  );
}
