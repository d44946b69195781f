import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import type { ActedAs } from '#contract/acting.ts';
import { CALLS } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import { t } from '#language/t.ts';
import { formatDateTime, formatTime } from '#ui/format.ts';
import sections from '#ui/sections.module.css';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';

/** PCALL-223: administrators who acted as this person. Nothing is shown where nobody did. */
export function ActedForMe() {
  const list = useQuery({
    queryKey: ['acted-for-me'],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.actingsForMe, { signal })).data,
  });
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <section aria-labelledby="acted">
      <h2 id="acted" className={sections.heading}>
        {TEXTS.acted}
      </h2>
      <ul className={sections.panel}>
        {list.data.map((row) => (
          <li key={row.id} className={classes.row}>
            <span className={classes.words}>
              <b>
                <bdi>{row.administrator.name}</bdi>
              </b>
              <span>
                {`${timesText(row)} · `}
                <bdi>{row.reason}</bdi>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Text size="sm" c="var(--ls-dim)" mt="xs">
        {TEXTS.actedWhy}
      </Text>
    </section>
  );
}

/** `28.11.2026 14:05 to 14:20`: an hour at most. */
function timesText({ started_at, ended_at, until }: ActedAs): string {
  const [from, to] = [parseWireDate(started_at), parseWireDate(ended_at ?? until)];
  if (from === null || to === null) return '';
  return t('{from} to {to}', { from: formatDateTime(from, { seconds: false }), to: formatTime(to, { seconds: false }) });
}
