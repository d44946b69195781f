import { modals } from '@mantine/modals';
import { IconDownload } from '@tabler/icons-react';
import type { Study } from '#features/studies/listed-study.ts';
import { exportTitle, exportWhy, TEXTS } from '#features/studies/texts.ts';
import { useDownloads } from '#features/studies/use-download.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';

/** The original files of the selected studies: an archive for each, one after the other. */
export function ExportSelection({ studies, serverReachable }: { studies: readonly Study[]; serverReachable: boolean }) {
  const { isPreparing, downloadAll } = useDownloads();

  function start() {
    modals.closeAll();
    void downloadAll(studies.map(({ uuid }) => ({ kind: 'originals', study: uuid })));
  }
  const ask = () =>
    askFirst({
      title: exportTitle(studies.length),
      why: exportWhy(
        studies.length,
        studies.reduce((sum, { size }) => sum + size, 0),
      ),
      act: TEXTS.selection.exportOriginals,
      keep: TEXTS.cancel,
      onAct: async () => start(),
    });
  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.detail.offlineDownloads}
      variant="default"
      loading={isPreparing}
      aria-label={TEXTS.selection.exportOriginals}
      title={TEXTS.selection.exportOriginals}
      leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
      onClick={studies.length === 1 ? start : ask}
    >
      {TEXTS.selection.export}
    </ServerButton>
  );
}
