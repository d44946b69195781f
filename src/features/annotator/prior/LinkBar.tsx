import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconLink, IconLinkOff, IconMinus, IconPlus } from '@tabler/icons-react';
import { useMemo, useSyncExternalStore, type CSSProperties } from 'react';
import { formatDecimal } from '#ui/format.ts';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import type { Layout } from '#features/annotator/station/station.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import classes from './LinkBar.module.css';
import { linkOf, type StudyLink } from './link-of.ts';
import { moveLink } from './move-link.ts';
import { PRIOR_TEXTS as TEXTS } from './prior-texts.ts';

/** By the UUID of a series: the place of its study, with 0 for the one that is read. */
export type StudyAges = ReadonlyMap<string, number>;

/** On the divider of two panes with two studies: how they follow each other (design.md §19). */
export function LinkBar({ ages }: { ages: StudyAges }) {
  const workstation = useWorkstation();
  const { station } = workstation;
  const { keyOf } = useOwnKeys();
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
          <Tooltip label={`${TEXTS.less} (${chordText(keyOf('link-less'))})`}>
            <ActionIcon
              size={28}
              variant="subtle"
              color="gray"
              aria-label={TEXTS.less}
              aria-keyshortcuts={shortcutOf(keyOf('link-less'))}
              onClick={() => moveLink(workstation, ages, -1)}
            >
              <IconMinus size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <output className={classes.mm}>{`${formatDecimal(offsetMm, 1).replace('-', '\u2212')} mm`}</output>
          <Tooltip label={`${TEXTS.more} (${chordText(keyOf('link-more'))})`}>
            <ActionIcon
              size={28}
              variant="subtle"
              color="gray"
              aria-label={TEXTS.more}
              aria-keyshortcuts={shortcutOf(keyOf('link-more'))}
              onClick={() => moveLink(workstation, ages, 1)}
            >
              <IconPlus size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      )}
      {by === 'hand' ? (
        <Tooltip label={hasWay ? TEXTS.backToWay : TEXTS.unlink}>
          <ActionIcon
            size={28}
            variant="subtle"
            color="gray"
            aria-label={hasWay ? TEXTS.backToWay : TEXTS.unlink}
            onClick={() => station.act({ act: 'align' })}
          >
            <IconLinkOff size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(
      linkOf(
        station.read(),
        (uuid) => series.peek(uuid),
        (uuid) => ages.get(uuid) ?? null,
      ),
    ),
  );
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
