import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconLink, IconLinkOff, IconMinus, IconPlus, type Icon } from '@tabler/icons-react';
import { useMemo, useSyncExternalStore, type CSSProperties } from 'react';
import { formatDecimal } from '#ui/format.ts';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import type { Layout } from '#features/annotator/station/station.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import classes from './LinkBar.module.css';
import type { StudyLink } from './link-of.ts';
import { linkNow, moveLink, type StudyAges } from './move-link.ts';
import { PRIOR_TEXTS as TEXTS } from './prior-texts.ts';

/** On the divider of two panes with two studies: how they follow each other (design.md §19). */
export function LinkBar({ ages }: { ages: StudyAges }) {
  const workstation = useWorkstation();
  const { station } = workstation;
  const layout = useStation((now) => now.layout);
  const link = useLink(ages);
  if (link === null) return null;
  const { by, offsetMm, hasWay } = link;
  return (
    <section className={classes.bar} style={placeOf(layout, link)} aria-label={TEXTS.bar} data-linked={by}>
      {by === 'none' ? (
        <IconLinkOff size={16} stroke={1.5} aria-hidden />
      ) : (
        <IconLink className={classes.on} size={16} stroke={1.5} aria-hidden />
      )}
      <b>{by === 'none' ? TEXTS.notLinked : TEXTS.linked}</b>
      {by !== 'none' && <span className={classes.dim}>{by === 'hand' ? TEXTS.moved : TEXTS.by[by]}</span>}
      {by !== 'none' && (
        <span className={classes.offset}>
          <BarButton name={TEXTS.less} keyOf="link-less" Icon={IconMinus} onClick={() => moveLink(workstation, ages, -1)} />
          <output className={classes.mm}>{`${formatDecimal(offsetMm, 1).replace('-', '\u2212')} mm`}</output>
          <BarButton name={TEXTS.more} keyOf="link-more" Icon={IconPlus} onClick={() => moveLink(workstation, ages, 1)} />
        </span>
      )}
      {by === 'hand' ? (
        <BarButton name={hasWay ? TEXTS.backToWay : TEXTS.unlink} Icon={IconLinkOff} onClick={() => station.act({ act: 'align' })} />
      ) : (
        <Tooltip label={TEXTS.hereWhy}>
          <Button size="compact-xs" variant="default" onClick={() => station.act({ act: 'link-here' })}>
            {TEXTS.here}
          </Button>
        </Tooltip>
      )}
    </section>
  );
}

interface BarButtonProps {
  name: string;
  /** What its key is chosen by. */
  keyOf?: 'link-less' | 'link-more';
  Icon: Icon;
  onClick: () => void;
}

function BarButton({ name, keyOf: action, Icon, onClick }: BarButtonProps) {
  const { keyOf } = useOwnKeys();
  return (
    <Tooltip label={action === undefined ? name : `${name} (${chordText(keyOf(action))})`}>
      <ActionIcon
        size={28}
        variant="subtle"
        color="gray"
        aria-label={name}
        aria-keyshortcuts={action && shortcutOf(keyOf(action))}
        onClick={onClick}
      >
        <Icon size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** As one text, so that the bar is drawn again only if something that it shows is another. */
function useLink(ages: StudyAges): StudyLink | null {
  const { station, series } = useWorkstation();
  const subscribe = useMemo(
    () => (listener: () => void) => {
      const ends = [station.subscribe(listener), series.subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
    [station, series],
  );
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(linkNow({ station, series }, ages)));
  return useMemo(() => JSON.parse(text) as StudyLink | null, [text]);
}

/** Between the middles of both panes, in percent of the area; beside each other at the foot of their row. */
function placeOf({ rows, columns, hasLarge }: Layout, { pane, against }: StudyLink): CSSProperties {
  if (hasLarge) return { left: '50%', top: '100%' };
  const [a, b] = [pane, against].map((at) => ({ row: Math.floor(at / columns), column: at % columns }));
  const left = ((a!.column + b!.column + 1) / 2 / columns) * 100;
  const isBeside = a!.row === b!.row;
  const top = ((isBeside ? a!.row + 1 : (a!.row + b!.row + 1) / 2) / rows) * 100;
  return { left: `${left}%`, top: `${top}%`, ...(isBeside ? {} : { translate: '-50% -50%' }) };
}
