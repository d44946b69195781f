import { Box } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { asideCountText, asideText, decideText, MASK_TEXTS, nameOf, placeText } from './mask-texts.ts';
import { goTo } from './go-to.ts';
import { useMask } from './masks-context.tsx';
import { OutcomeChoice } from './conflicts/OutcomeChoice.tsx';
import { OUTCOMES, type Outcome } from './conflicts/outcomes.ts';
import { KeptAsideLink } from './work-file/KeptAsideLink.tsx';
import { SaveWorkButton } from './work-file/WorkFileButtons.tsx';
import classes from './Conflicts.module.css';
import type { MaskConflict } from '#workers/masks/types.ts';
import type { DrawnSegment } from './study-segmentations.ts';

/** What two people drew on the same voxels, and what the server could not write: nothing of it is lost. */
export function Conflicts({ segments }: { segments: readonly DrawnSegment[] }) {
  const workstation = useWorkstation();
  const { masks } = workstation;
  const news = useMask((state) => state.news);
  const [chosen, setChosen] = useState<string | null>(null);
  const [selected, setSelected] = useState<Outcome>('mine');
  if (news === null || news.conflicts.length + news.aside.length === 0) return null;
  const open = news.conflicts.find(({ uuid }) => uuid === chosen) ?? news.conflicts[0];
  function openOne({ uuid, at }: MaskConflict): void {
    setChosen(uuid);
    setSelected('mine');
    goTo(workstation, at);
  }
  function decide(outcome: Outcome): void {
    if (news === null || open === undefined) return;
    const next = news.conflicts[(news.conflicts.indexOf(open) + 1) % news.conflicts.length]!;
    if (outcome !== 'later') masks.settle(open.uuid, outcome === 'mine' ? 'take' : 'leave');
    if (next !== open) openOne(next);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const pressed = OUTCOMES.find(({ key }) => key === event.key);
    if (pressed === undefined || open === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setSelected(pressed.outcome);
  }
  const segmentName = (uuid: string): string => nameOf(segments.find((one) => one.uuid === uuid)?.title ?? null);
  return (
    <Box component="section" className={classes.conflicts} aria-label={MASK_TEXTS.decide} onKeyDown={onKeyDown}>
      {news.conflicts.length > 0 && (
        <>
          <h2 className={classes.title}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            {decideText(news.conflicts.length)}
          </h2>
          <p className={classes.note}>{MASK_TEXTS.decideWhy}</p>
        </>
      )}
      <ol className={classes.list}>
        {news.conflicts.map((one, at) => (
          <li key={one.uuid} className={classes.conflict} data-conflict={one.uuid} data-open={one === open || undefined}>
            <button type="button" className={classes.place} aria-expanded={one === open} onClick={() => openOne(one)}>
              {placeText({ at: at + 1, count: news.conflicts.length, segment: segmentName(one.segment), voxels: one.voxels })}
            </button>
            {one === open && <OutcomeChoice conflict={one} selected={selected} onSelect={setSelected} onDecide={decide} />}
          </li>
        ))}
      </ol>
      {[...Map.groupBy(news.aside, ({ reason }) => reason)].map(([reason, all]) => (
        <p key={reason} className={classes.note}>
          {`${asideCountText(all.length)} ${asideText(reason)}`}
        </p>
      ))}
      {news.aside.length > 0 && (
        <>
          <p className={classes.note}>{MASK_TEXTS.asideWhy}</p>
          <span className={classes.buttons}>
            <SaveWorkButton isMain />
            <KeptAsideLink />
          </span>
        </>
      )}
    </Box>
  );
}
