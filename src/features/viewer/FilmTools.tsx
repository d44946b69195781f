import { isNoSlice, noSliceText } from '#model/pictures/no-slice.ts';
import { Modal } from '@mantine/core';
import { IconDeviceFloppy, IconMovie } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { saveFile } from '#ui/browser/save-file.ts';
import { ToolButton } from '#ui/viewer/ViewerTools.tsx';
import type { Viewer as DrawingWorker } from '#workers/viewer/handle.ts';
import type { SliceVideo } from '#workers/series/types.ts';
import classes from './FilmTools.module.css';
import { TEXTS } from './texts.ts';

/** Escape closes only the film: Mantine would close the panel around it, whose listener comes first. */
const NOT_FOR_PANEL = { 'data-mantine-stop-propagation': 'true' } as const;

interface FilmToolsProps {
  viewer: DrawingWorker;
  seriesId: number;
  slice: number;
  /** Label of the film. */
  label: string;
}

/** Plays and saves a video: its stream, as stored in the file, fetched on demand. */
export function FilmTools({ viewer, seriesId, slice, label }: FilmToolsProps) {
  const [film, setFilm] = useState<SliceVideo | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function fetchFilm(): Promise<SliceVideo | null> {
    if (film !== null) return film;
    const fetched = await viewer.video(seriesId, slice).catch((error: unknown) => reportError(error));
    if (!fetched || isNoSlice(fetched)) {
      setProblem(fetched ? noSliceText(fetched) : TEXTS.failed);
      return null;
    }
    setFilm(fetched);
    return fetched;
  }

  async function play() {
    setIsOpen(true);
    const fetched = await fetchFilm();
    if (fetched !== null && document.createElement('video').canPlayType(fetched.type) === '') setProblem(TEXTS.filmNotPlayed);
  }

  async function save() {
    const fetched = await fetchFilm();
    // The file name contains no patient name, and no original file name, which might.
    if (fetched !== null) saveFile({ name: `film-${slice + 1}.${fetched.extension}`, file: fetched.file });
    else setIsOpen(true);
  }

  return (
    <>
      <ToolButton name={TEXTS.playFilm} onClick={() => void play()} Icon={IconMovie} />
      <ToolButton name={TEXTS.saveFilm} onClick={() => void save()} Icon={IconDeviceFloppy} />
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={TEXTS.film}
        size="xl"
        closeButtonProps={{ 'aria-label': TEXTS.closeFilm, ...NOT_FOR_PANEL }}
        onKeyDown={(event) => {
          // Keys are for the film, not for the slices behind it.
          event.stopPropagation();
          if (event.key === 'Escape') setIsOpen(false);
        }}
      >
        {problem !== null && <p role="status">{problem}</p>}
        {problem === null && film !== null && <Film film={film} label={label} onFailed={() => setProblem(TEXTS.filmNotPlayed)} />}
      </Modal>
    </>
  );
}

function Film({ film, label, onFailed }: { film: SliceVideo; label: string; onFailed: () => void }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(film.file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [film]);
  if (address === null) return null;
  return (
    <video
      className={classes.film}
      src={address}
      aria-label={label}
      {...NOT_FOR_PANEL}
      controls
      autoPlay
      muted
      playsInline
      onError={onFailed}
    />
  );
}
