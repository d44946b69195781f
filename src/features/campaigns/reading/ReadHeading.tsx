import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconClock, IconDeviceLaptop, IconEyeOff, IconPin } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ShownList, ShownRead } from '#model/campaigns/shown-reads.ts';
import type { ActiveTime } from './active-time.ts';
import { caseText, guidelineText, READING, spentText, waitingText } from './reading-texts.ts';
import classes from './Reading.module.css';

interface ReadHeadingProps {
  list: ShownList;
  read: ShownRead;
  time: ActiveTime;
}

/** In the header of the annotator, in the place of the patient. */
export function ReadHeading({ list, read }: Omit<ReadHeadingProps, 'time'>) {
  return (
    <>
      <h1 className={classes.case}>{caseText(read, list)}</h1>
      <span className={classes.marks} aria-hidden>
        {list.reads.length <= MOST_MARKS &&
          list.reads
            .toSorted((a, b) => a.number - b.number)
            .map(({ uuid, state }) => <i key={uuid} data-state={uuid === read.uuid ? 'now' : state} />)}
      </span>
      <CampaignTitle campaign={list.campaign} />
    </>
  );
}

/** Opens the guideline. */
function CampaignTitle({ campaign: { title, guideline, guideline_version: version } }: { campaign: ShownList['campaign'] }) {
  if (guideline === '') return <span className={classes.campaign}>{title}</span>;
  return (
    <Popover position="bottom-start" width={360}>
      <Popover.Target>
        <UnstyledButton className={classes.guideline} title={title}>
          <IconPin size={16} stroke={1.5} aria-hidden />
          <span className={classes.campaign}>{title}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.guidelineText ?? ''}>
        <strong>{guidelineText(version)}</strong>
        <p>{guideline}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** More of them would fill the header. */
const MOST_MARKS = 20;

/** At the end of the header: what is hidden, the time spent, and what waits on this device. */
export function ReadFacts({ list, read, time }: ReadHeadingProps) {
  const waiting = waitingText(list);
  return (
    <span className={classes.facts}>
      {list.campaign.blinded && (
        <Tooltip label={READING.blindedWhy} multiline w={240}>
          <span className={classes.fact}>
            <IconEyeOff size={16} stroke={1.5} aria-hidden />
            {READING.blinded}
          </span>
        </Tooltip>
      )}
      <span className={classes.fact}>
        <IconClock size={16} stroke={1.5} aria-hidden />
        <Spent before={read.spent_ms} time={time} />
      </span>
      {waiting !== '' && (
        <span className={classes.fact}>
          <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
          {waiting}
        </span>
      )}
    </span>
  );
}

/** Not announced: it changes each second. */
function Spent({ before, time }: { before: number; time: ActiveTime }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => setTick((tick) => tick + 1), 1_000);
    return () => clearInterval(ticking);
  }, []);
  return <span className={classes.spent}>{spentText(before + time.read())}</span>;
}
