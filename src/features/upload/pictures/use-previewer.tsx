import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { createPreviewer } from '#workers/preview/handle.ts';
import type { NoPreview, Tile, TileWindow } from '#workers/preview/types.ts';

type Previewer = ReturnType<typeof createPreviewer>;

const PreviewerContext = createContext<Previewer | null>(null);

/** One drawing worker for all thumbnails of the page, while the page is open. */
export function PreviewerProvider({ userId, children }: { userId: number; children: ReactNode }) {
  const [previewer, setPreviewer] = useState<Previewer | null>(null);
  useEffect(() => {
    const created = createPreviewer(userId);
    setPreviewer(created);
    return () => created.close();
  }, [userId]);
  return <PreviewerContext value={previewer}>{children}</PreviewerContext>;
}

interface Request {
  of: Previewer;
  next: (() => void) | null;
}

/**
 * The tile of one slice, or why there is none; undefined while it is requested. One request at a time: while a series is read or a handle
 * is dragged, the wanted slice changes faster than slices are drawn, and only the last one matters. A change of `grown` requests it again
 * when the same index has become another slice. `window`: the user's, instead of its own.
 */
export function useTile(
  seriesId: string,
  slice: number,
  isDefault: boolean,
  grown: number,
  window: TileWindow | null = null,
): Tile | NoPreview | undefined {
  const previewer = use(PreviewerContext);
  const [tile, setTile] = useState<Tile | NoPreview | undefined>(undefined);
  const asking = useRef<Request | null>(null);

  useEffect(() => {
    if (!previewer) return;
    let wanted = true;
    function ask() {
      if (!wanted || !previewer) return;
      const request: Request = { of: previewer, next: null };
      asking.current = request;
      previewer
        .tile(seriesId, slice, isDefault, window)
        .then((drawn) => wanted && setTile(drawn))
        .catch(reportError)
        .finally(() => endOf(request));
    }
    function endOf(request: Request) {
      if (asking.current === request) asking.current = null;
      request.next?.();
    }
    // A closed worker does not answer, so its request is not awaited.
    const before = asking.current;
    if (before?.of === previewer) before.next = ask;
    else ask();
    return () => {
      wanted = false;
    };
  }, [previewer, seriesId, slice, isDefault, grown, window]);

  return tile;
}

/** The slice large enough to read text in it; the previous one until it is drawn. */
export function usePicture(seriesId: string, slice: number): Tile | NoPreview | undefined {
  const previewer = use(PreviewerContext);
  const [picture, setPicture] = useState<Tile | NoPreview | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    previewer
      ?.picture(seriesId, slice)
      .then((drawn) => wanted && setPicture(drawn))
      .catch(reportError);
    return () => {
      wanted = false;
    };
  }, [previewer, seriesId, slice]);
  return picture;
}
