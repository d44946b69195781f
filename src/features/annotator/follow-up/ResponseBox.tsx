import { Button, Menu } from '@mantine/core';
import { RESPONSES } from '#contract/lesions.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import type { ShownResponse } from '#model/lesions/shown-follow-up.ts';
import { useSession } from '#ui/session-context.tsx';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS, RESPONSE_TEXTS, SUGGESTED_TEXTS } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';
import { useLesionChanges } from './use-lesion-changes.ts';

/** What RECIST 1.1 gives, and what readers have decided. Suggested is dashed, decided is solid. */
export function ResponseBox() {
  const { user } = useSession<Session>();
  const { table, responses, baseline: chosen } = useFollowUp();
  const { decide } = useLesionChanges();
  const { suggested, baseline, columns } = table;
  const own = responses.findLast((each) => each.user?.id === user.id) ?? null;
  const others = responses.filter((each) => each.user?.id !== user.id);
  if (suggested === null && responses.length === 0)
    return baseline === columns.length - 1 ? (
      <p className={classes.nothing}>{FOLLOW_UP_TEXTS.isBaseline}</p>
    ) : baseline === null && chosen !== null && chosen.study !== null ? (
      <p className={classes.nothing}>{FOLLOW_UP_TEXTS.laterBaseline}</p>
    ) : null;
  const isAsSuggested = own !== null && own.response === suggested;
  return (
    <>
      {others.map((each) => (
        <Decided key={each.uuid} response={each} />
      ))}
      {own !== null && <Decided response={own} />}
      <div className={classes.suggestion} role="group" aria-label={FOLLOW_UP_TEXTS.suggests}>
        <span className={classes.dim}>{FOLLOW_UP_TEXTS.suggests}</span>
        <div className={classes.choice}>
          <b>{suggested === null ? '–' : RESPONSE_TEXTS[suggested]}</b>
          <Menu position="top-end" withinPortal>
            <Menu.Target>
              <Button size="compact-sm" variant="default">
                {FOLLOW_UP_TEXTS.change}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {RESPONSES.map((response) => (
                <Menu.Item key={response} onClick={() => void decide(response)}>
                  {RESPONSE_TEXTS[response]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Button
            size="compact-sm"
            variant="default"
            disabled={suggested === null || isAsSuggested}
            onClick={() => suggested !== null && void decide(suggested)}
          >
            {FOLLOW_UP_TEXTS.accept}
          </Button>
        </div>
      </div>
    </>
  );
}

function Decided({ response: { response, suggested, user, waits } }: { response: ShownResponse }) {
  const name = user?.name ?? FOLLOW_UP_TEXTS.unknownAuthor;
  const how = response === suggested ? t('accepted by {name}', { name }) : t('decided by {name}', { name });
  const than = suggested === null || response === suggested ? [] : [SUGGESTED_TEXTS[suggested]];
  return (
    <p className={classes.decided}>
      <b>{RESPONSE_TEXTS[response]}</b>
      <span className={classes.dim}>{[how, ...than, ...(waits ? [FOLLOW_UP_TEXTS.waitsToo] : [])].join(' · ')}</span>
    </p>
  );
}
