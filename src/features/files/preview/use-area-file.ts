import { useEffect, useState } from 'react';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { createPreviewer, type Previewer } from '#workers/preview/handle.ts';
import type { AreaFile, NoPreview, Tile } from '#workers/preview/types.ts';

/** `failed`: the server did not give its bytes. */
export type Opened = AreaFile | 'failed' | 'loading';

/** A worker of the file manager, while something is viewed. */
function usePreviewer(): Previewer | null {
  const { user } = useSession<Session>();
  const [previewer, setPreviewer] = useState<Previewer | null>(null);
  useEffect(() => {
    const created = createPreviewer(user.id);
    setPreviewer(created);
    return () => created.close();
  }, [user.id]);
  return previewer;
}

/** Reads a file and, if it has slices, one of them. `again` reads it once more. */
export function useAreaFile({ path, size }: { path: string; size: number }): {
  opened: Opened;
  slice: number;
  setSlice: (slice: number) => void;
  tile: Tile | NoPreview | undefined;
  again: () => void;
} {
  const previewer = usePreviewer();
  const [tries, setTries] = useState(0);
  const [read, setRead] = useState<{ path: string; opened: Opened }>({ path, opened: 'loading' });
  const [chosen, setSlice] = useState<number | null>(null);
  const [drawn, setDrawn] = useState<{ path: string; tile: Tile | NoPreview } | null>(null);
  const opened = read.path === path ? read.opened : 'loading';
  const slices = typeof opened === 'object' && opened.kind === 'image' ? opened.slices : 0;
  const middle = typeof opened === 'object' && opened.kind === 'image' ? Math.floor(slices / opened.volumes / 2) : 0;
  const slice = chosen ?? middle;

  useEffect(() => {
    if (previewer === null) return;
    let isWanted = true;
    setSlice(null);
    setRead({ path, opened: 'loading' });
    previewer.areaFile(path, size).then(
      (file) => isWanted && setRead({ path, opened: file }),
      () => isWanted && setRead({ path, opened: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [previewer, path, size, tries]);

  useEffect(() => {
    if (previewer === null || slices === 0) return;
    let isWanted = true;
    previewer.areaSlice(path, slice).then(
      (tile) => isWanted && setDrawn({ path, tile }),
      () => isWanted && setDrawn({ path, tile: { noPicture: 'away' } }),
    );
    return () => {
      isWanted = false;
    };
  }, [previewer, path, slices, slice]);

  return { opened, slice, setSlice, tile: drawn?.path === path ? drawn.tile : undefined, again: () => setTries(tries + 1) };
}
