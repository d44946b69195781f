import { Button, Group, Kbd } from '@mantine/core';
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { SKIP_REASONS, type SkipReason } from '#contract/campaigns.ts';
import type { ShownList, ShownRead } from '#model/campaigns/shown-reads.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { keyNames } from '#ui/key-names.ts';
import { READING, SKIP_WORDS } from './reading-texts.ts';
import classes from './Reading.module.css';

export type ReadKeys = (key: 'next-case' | 'skip') => void;

interface ReadFootProps {
  list: ShownList;
  read: ShownRead;
  /** Why the case cannot be finished yet: `1 open`. Empty: it can. */
  missing: string;
  keysRef: RefObject<ReadKeys | null>;
  onFinish: () => void;
  onSkip: (reason: SkipReason) => void;
  /** Address of the campaign. */
  campaignPath: string;
}

/** At the foot of the panel: skip, and the next case. */
export function ReadFoot({ list, read, missing, keysRef, onFinish, onSkip, campaignPath }: ReadFootProps) {
  const [isSkipping, setSkipping] = useState(false);
  const isOver = list.campaign.state === 'finished';
  const isOpen = !isOver && read.state !== 'done';
  const isLast = list.reads.every(({ uuid, state }) => uuid === read.uuid || state === 'done');
  useEffect(() => {
    keysRef.current = (key) => {
      if (key === 'skip' && isOpen) setSkipping(true);
      if (key === 'next-case' && isOpen) onFinish();
    };
    return () => {
      keysRef.current = null;
    };
  });
  return (
    <section className={classes.foot} aria-label={READING.reading} data-read={read.uuid}>
      {read.reason !== '' && (
        <p className={classes.reason}>
          <strong>{READING.sentBack}:</strong> {read.reason}
        </p>
      )}
      {!isOpen && <p className={classes.reason}>{isOver ? READING.finished : READING.read}</p>}
      {isSkipping && isOpen ? (
        <SkipChoice
          onCancel={() => setSkipping(false)}
          onSkip={(reason) => {
            setSkipping(false);
            onSkip(reason);
          }}
        />
      ) : (
        <div className={classes.acts}>
          {isOpen ? (
            <>
              <Button variant="default" size="xs" onClick={() => setSkipping(true)}>
                {READING.skip}
              </Button>
              <span className={classes.missing} role="status">
                {missing}
              </span>
              <Button
                size="xs"
                rightSection={<Kbd aria-hidden>{keyNames('Ctrl ↵')}</Kbd>}
                aria-keyshortcuts="Control+Enter"
                onClick={onFinish}
              >
                {isLast ? READING.last : READING.next}
              </Button>
            </>
          ) : (
            <Button component="a" size="xs" href={campaignPath}>
              {READING.toCampaign}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** In the place of the button (design.md §18). Digits choose a reason. */
function SkipChoice({ onSkip, onCancel }: { onSkip: (reason: SkipReason) => void; onCancel: () => void }) {
  const [chosen, setChosen] = useState<SkipReason>(SKIP_REASONS[0]);
  function onKeyDown({ key }: KeyboardEvent<HTMLInputElement>) {
    const digit = SKIP_REASONS[Number(key) - 1];
    if (digit !== undefined) setChosen(digit);
    if (key === 'Escape') onCancel();
  }
  return (
    <form
      className={classes.skip}
      {...STOP_ESCAPE}
      onSubmit={(event) => {
        event.preventDefault();
        onSkip(chosen);
      }}
    >
      <fieldset className={classes.reasons}>
        <legend className={classes.legend}>
          <strong>{READING.skipTitle}</strong> <span className={classes.dim}>{READING.skipWhen}</span>
        </legend>
        {SKIP_REASONS.map((reason, at) => (
          <label key={reason} className={classes.choice}>
            <input
              type="radio"
              name="skip"
              autoFocus={at === 0}
              checked={chosen === reason}
              onChange={() => setChosen(reason)}
              onKeyDown={onKeyDown}
            />
            <span>{SKIP_WORDS[reason]}</span>
            <Kbd aria-hidden>{at + 1}</Kbd>
          </label>
        ))}
      </fieldset>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={onCancel}>
          {READING.cancel}
        </Button>
        <Button type="submit" size="xs" variant="default">
          {READING.skipCase}
        </Button>
      </Group>
    </form>
  );
}
