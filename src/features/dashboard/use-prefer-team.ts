import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { TEXTS } from './texts.ts';

/** DASH-07: the star moves immediately, then the user is fetched again; a refusal moves it back and shows an error. */
export function usePreferTeam(): { preferred: string | null; prefer: (slug: string) => void } {
  const { user, reload } = useSession<Session>();
  const [chosen, setChosen] = useState<string | null>(null);
  const saved = user.teams.find((team) => team.preferred === 1)?.slug ?? null;

  async function prefer(slug: string) {
    setChosen(slug);
    const answer = await callApi(CALLS.preferTeam, { body: { slug } });
    if (answer.ok) await reload();
    else notifications.show({ color: 'coral', message: TEXTS.preferFailed });
    // Another press may have come meanwhile.
    setChosen((now) => (now === slug ? null : now));
  }

  return { preferred: chosen ?? saved, prefer: (slug) => void prefer(slug) };
}
