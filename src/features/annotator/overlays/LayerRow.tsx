import { ActionIcon, Collapse, Tooltip } from '@mantine/core';
import { IconAdjustments, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import { FIRST_LOOK, hasArea } from './layer-look.ts';
import { LayerSwatch } from './LayerSwatch.tsx';
import { LookControls } from './LookControls.tsx';
import type { Layer } from './overlay-store.ts';
import { OVERLAY_TEXTS, problemText } from './overlay-texts.ts';
import classes from './LayerRow.module.css';
import { useOverlays } from './use-overlays.ts';

/** A layer: whether it is shown, and how it is drawn. */
export function LayerRow({ layer }: { layer: Layer }) {
  const { overlays } = useWorkstation();
  const { looks, areHidden } = useOverlays();
  const pane = useStation(({ panes, active }) => panes[active]!);
  const [isOpen, setOpen] = useState(false);
  const controlsId = useId();
  const { id, kind, colour, number, values, caption } = layer;
  const look = looks.get(id) ?? FIRST_LOOK;
  const name = layer.name || OVERLAY_TEXTS.noName;
  const here = overlays.peek(pane)?.find((one) => one.id === id);
  const problem = here?.problem ?? null;
  const isHere = here !== undefined && problem === null;
  return (
    <li className={classes.row} data-layer={id}>
      <div className={classes.line}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('Show {name}', { name })}
          aria-pressed={look.isShown}
          onClick={() => overlays.change(id, { isShown: !look.isShown })}
        >
          {look.isShown ? <IconEye size={16} stroke={1.5} aria-hidden /> : <IconEyeOff size={16} stroke={1.5} aria-hidden />}
        </ActionIcon>
        <LayerSwatch colour={colour} drawn={hasArea(kind) ? look.drawn : 'outline'} isShown={look.isShown && !areHidden} />
        <bdi className={classes.name} title={name}>
          {caption === '' ? name : `${number} ${name}`}
        </bdi>
        {isHere && <span className={classes.here}>{OVERLAY_TEXTS.here}</span>}
        {hasArea(kind) && (
          <Tooltip label={OVERLAY_TEXTS.look}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`${OVERLAY_TEXTS.look}: ${name}`}
              aria-expanded={isOpen}
              aria-controls={controlsId}
              onClick={() => setOpen(!isOpen)}
            >
              <IconAdjustments size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {values.map((value) => (
        <p key={value} className={classes.value}>
          {value}
        </p>
      ))}
      {problem !== null && <p className={classes.value}>{problemText(problem)}</p>}
      {hasArea(kind) && (
        <Collapse id={controlsId} expanded={isOpen}>
          <div className={classes.controls}>
            <LookControls name={name} look={look} onChange={(change) => overlays.change(id, change)} />
          </div>
        </Collapse>
      )}
    </li>
  );
}
