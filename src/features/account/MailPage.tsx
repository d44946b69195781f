import { Button, CopyButton, Skeleton } from '@mantine/core';
import { IconInfoCircle, IconMail } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import type { KeptMail } from '#contract/calls/account-calls.ts';
import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { formatDateTime } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { MAIL_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';

type Mails = AnswerOf<Calls['keptMails']>;

/** Mails that the server could not send. Fetched each time and never stored, because these links open accounts. */
export function MailPage() {
  const [answer, setAnswer] = useState<ApiResult<Mails> | null>(null);
  const load = useCallback(async () => setAnswer(await callApi(CALLS.keptMails)), []);
  useEffect(() => void load(), [load]);
  return (
    <Page title={TEXTS.title}>
      <div className={sections.sections} aria-busy={answer === null}>
        {answer === null ? <Loading /> : answer.ok ? <MailList {...answer.value} /> : <Failed onRetry={() => void load()} />}
      </div>
    </Page>
  );
}

function MailList({ data, sends }: Mails) {
  return (
    <>
      {!sends && (
        <Note tone="you" icon={IconInfoCircle} title={TEXTS.noServer}>
          {TEXTS.noServerNote}
        </Note>
      )}
      {data.length === 0 ? (
        <div className={sections.panel}>
          <EmptyState icon={IconMail} title={TEXTS.empty}>
            {TEXTS.emptyNote}
          </EmptyState>
        </div>
      ) : (
        <ul className={sections.panel}>
          {data.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </>
  );
}

function MailRow({ mail }: { mail: KeptMail }) {
  const at = parseWireDate(mail.created_at);
  return (
    <li className={classes.row}>
      <span className={classes.words}>
        <b>{mail.to}</b>
        <span>{[mail.subject, at === null ? '' : formatDateTime(at, { seconds: false })].join(' · ')}</span>
      </span>
      <CopyButton value={mail.text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={`${TEXTS.copy}: ${mail.to}`}>
            {copied ? TEXTS.copied : TEXTS.copy}
          </Button>
        )}
      </CopyButton>
      <p className={classes.text}>{mail.text}</p>
    </li>
  );
}

function Loading() {
  return (
    <div className={sections.panel}>
      {[1, 2].map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={12} width="40%" />
        </div>
      ))}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { serverReachable } = useSession<Session>();
  return (
    <div className={sections.panel}>
      <ErrorState title={serverReachable ? TEXTS.failed : TEXTS.offline} offline={!serverReachable} onRetry={onRetry}>
        {TEXTS.why}
      </ErrorState>
    </div>
  );
}
