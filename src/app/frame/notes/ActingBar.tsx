import { Button } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { useSessionState, useVisit } from '#app/session/visit-context.tsx';
import { actingText, actingUntilText, TEXTS } from '#app/texts.ts';
import { CALLS } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import { formatTime } from '#ui/format.ts';
import classes from './ActingBar.module.css';

/** Above every page while a platform administrator acts as another person: who, as whom, until when, why, and the way back. */
export function ActingBar() {
  const state = useSessionState();
  if (state.phase !== 'signed-in' || state.user.acting === undefined) return null;
  return <Bar name={state.user.name} {...state.user.acting} />;
}

interface BarProps {
  name: string;
  by: string;
  reason: string;
  until: string;
}

function Bar({ name, by, reason, until }: BarProps) {
  const { session } = useVisit();
  const [state, setState] = useState<'shown' | 'ending' | 'failed'>('shown');
  useLayoutEffect(() => {
    // Pages as high as the screen leave room for it.
    document.documentElement.dataset['acting'] = '';
    return () => {
      delete document.documentElement.dataset['acting'];
    };
  }, []);

  async function end() {
    setState('ending');
    const answer = await callApi(CALLS.endActing);
    const ended = answer.ok ? await session.changeUser(answer.value.token) : answer;
    if (!ended.ok) setState('failed');
  }

  const last = parseWireDate(until);
  const rest = last === null ? reason : actingUntilText(formatTime(last, { seconds: false }), reason);
  return (
    <div className={classes.bar} role="region" aria-label={TEXTS.actAs}>
      <IconUserShare size={18} stroke={1.5} aria-hidden />
      <span className={classes.words} title={rest} role="status">
        <b>{actingText(name, by)}</b> {state === 'failed' ? TEXTS.endActingFailed : rest}
      </span>
      <Button size="xs" variant="default" loading={state === 'ending'} onClick={() => void end()}>
        {TEXTS.endActing}
      </Button>
    </div>
  );
}
