import { IconFolderDown } from '@tabler/icons-react';
import { useState } from 'react';
import { putIntoFiles } from '#api/put-into-files.ts';
import type { Study } from '#features/studies/listed-study.ts';
import { TEXTS } from '#features/studies/texts.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { showDone, showTrouble } from '#ui/toasts.ts';

/** What `ExportSelection` downloads, written into the files of the team instead. */
export function PutSelection({ studies, serverReachable }: { studies: readonly Study[]; serverReachable: boolean }) {
  const [isPutting, setPutting] = useState(false);

  async function put() {
    setPutting(true);
    const { isDone, words } = await putIntoFiles(studies.map(({ uuid }) => ({ kind: 'originals', study: uuid })));
    setPutting(false);
    if (isDone) showDone(words);
    else showTrouble(words);
  }
  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="default"
      loading={isPutting}
      title={TEXTS.selection.putIntoFiles}
      leftSection={<IconFolderDown size={16} stroke={1.5} aria-hidden />}
      onClick={() => void put()}
    >
      {TEXTS.selection.intoFiles}
    </ServerButton>
  );
}
