import { IconRotate360 } from '@tabler/icons-react';
import type { PanePath } from '#features/annotator/station/pane.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { PATH_TEXTS } from './path-texts.ts';
import classes from './PathTurn.module.css';

const SLIDER_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/** How far the picture is turned about the path: a slider under it. */
export function PathTurn({ at, path: { degrees } }: { at: number; path: PanePath }) {
  const { station } = useWorkstation();
  return (
    <label className={classes.turn}>
      <IconRotate360 size={14} stroke={1.75} aria-hidden />
      <input
        type="range"
        min={0}
        max={359}
        step={1}
        value={Math.round(degrees) % 360}
        aria-label={PATH_TEXTS.turned}
        aria-valuetext={PATH_TEXTS.degrees(degrees)}
        // Its own keys turn by single degrees; those of the pane are not for it.
        onKeyDown={(event) => SLIDER_KEYS.has(event.key) && event.stopPropagation()}
        onChange={({ currentTarget: { value } }) => station.act({ act: 'turn-path', pane: at, degrees: Number(value) })}
      />
      <output aria-hidden data-turned>
        {PATH_TEXTS.degrees(degrees)}
      </output>
    </label>
  );
}
