import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { CaseTask } from '#features/annotator/case-task.ts';
import { ReadFoot, type ReadKeys } from '#features/campaigns/reading/ReadFoot.tsx';
import { ReadFacts, ReadHeading } from '#features/campaigns/reading/ReadHeading.tsx';
import { caseText } from '#features/campaigns/reading/reading-texts.ts';
import { useReading, type Reading } from '#features/campaigns/reading/use-reading.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { readPath } from '#model/addresses/annotator-address.ts';
import { nextRead } from '#model/campaigns/shown-reads.ts';

interface AnnotatorRead {
  task: CaseTask | null;
  reading: Reading | null;
  /** The address names a read. Until it is known, nothing is shown that it would hide. */
  isAsked: boolean;
  title: string | null;
  error: Error | null;
}

/** The read of a campaign that the address of the annotator names. */
export function useAnnotatorRead(db: LocalDb, study: string): AnnotatorRead {
  const { campaign, read } = useSearch({ strict: false }) as { campaign?: unknown; read?: unknown };
  const asked = typeof campaign === 'string' && typeof read === 'string' ? { campaign, read } : null;
  const { reading, error } = useReading(db, asked, study);
  const { history } = useRouter();
  const keysRef = useRef<ReadKeys | null>(null);
  const task = useMemo((): CaseTask | null => {
    if (reading === null) return null;
    const { list, read: now, move, time } = reading;
    const campaignPath = `/reviews/campaigns/${list.campaign.uuid}`;
    const leave = () => {
      const next = nextRead(list.reads.filter(({ uuid }) => uuid !== now.uuid));
      history.push(next === null ? campaignPath : readPath(list.campaign.uuid, next));
    };
    async function finish(complete: () => Promise<boolean>) {
      // The answer is stored before the move: it is sent first.
      if ((await complete()) && (await move({ act: 'finish' }))) leave();
    }
    return {
      uuid: null,
      heading: <ReadHeading {...{ list, read: now }} />,
      facts: <ReadFacts {...{ list, read: now, time }} />,
      isBlinded: list.campaign.blinded,
      read: { uuid: now.uuid, form: list.campaign.form },
      foot: (_drawn, { missing, complete }) => (
        <ReadFoot
          key={now.uuid}
          {...{ list, read: now, missing, keysRef, campaignPath }}
          onFinish={() => void finish(complete)}
          onSkip={(reason) => void move({ act: 'skip', reason }).then((isKept) => isKept && leave())}
        />
      ),
      press: (key) => key === 'next-case' && keysRef.current?.(key),
    };
  }, [reading, history]);
  return { task, reading, error, isAsked: asked !== null, title: reading === null ? null : caseText(reading.read, reading.list) };
}
