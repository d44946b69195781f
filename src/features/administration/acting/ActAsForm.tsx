import { Alert, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertOctagon, IconUserShare } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { AdminUser } from '#contract/administration.ts';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { usePeople } from '#features/administration/use-admin-lists.ts';
import classes from './Acting.module.css';
import { actFailureText, actText, TEXTS } from './texts.ts';
import { isActable } from './use-actings.ts';

interface ActAsFormProps {
  /** Chosen in the list of accounts. */
  first: AdminUser | null;
  /** Enters with the bearer of that person, and leaves the page. */
  onSwitch: (token: string) => Promise<ApiResult<unknown>>;
}

const SEARCH_PAUSE_MS = 300;

/** PCALL-29. */
export function ActAsForm({ first, onSwitch }: ActAsFormProps) {
  const { user: self, serverReachable } = useSession<Session>();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, SEARCH_PAUSE_MS);
  const [person, setPerson] = useState(first);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const people = usePeople({ search: asked === person?.name ? '' : asked, state: 'all', page: 1 });
  const found = (people.data?.data ?? []).filter((user) => isActable(user, self.id));
  const offered = person === null || found.some(({ id }) => id === person.id) ? found : [person, ...found];
  const isReasonMissing = reason.trim().length < 3;

  async function act(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!serverReachable || person === null || isReasonMissing) return;
    setBusy(true);
    setFailure(null);
    const answer = await callApi(CALLS.actAs, { body: { user_id: person.id, reason: reason.trim() } });
    const entered = answer.ok ? await onSwitch(answer.value.token) : answer;
    if (entered.ok) return;
    setFailure(entered.failure);
    setBusy(false);
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void act(event)}>
      <Text size="sm" c="var(--ls-dim)">
        {TEXTS.why}
      </Text>
      <Text size="sm" c="var(--ls-dim)">
        {TEXTS.limits}
      </Text>
      <Select
        label={TEXTS.person}
        placeholder={TEXTS.findPerson}
        searchable
        data-autofocus={first === null || undefined}
        nothingFoundMessage={people.isFetching ? undefined : TEXTS.nobody}
        filter={({ options }) => options}
        data={offered.map(({ id, name, email }) => ({ value: String(id), label: `${name} · ${email}` }))}
        value={person === null ? null : String(person.id)}
        onSearchChange={setSearch}
        onChange={(id) => setPerson(offered.find((user) => String(user.id) === id) ?? null)}
        error={isChecked && person === null ? TEXTS.personNeeded : null}
      />
      <Textarea
        label={TEXTS.reason}
        description={TEXTS.reasonNote}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
        error={isChecked && isReasonMissing ? TEXTS.reasonNeeded : null}
      />
      {failure !== null && (
        <Alert color="coral" role="alert" icon={<IconAlertOctagon size={18} stroke={1.5} aria-hidden />}>
          {actFailureText(failure)}
        </Alert>
      )}
      <div>
        <ServerButton
          type="submit"
          loading={busy}
          leftSection={<IconUserShare size={18} stroke={1.5} aria-hidden />}
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
        >
          {person === null ? TEXTS.title : actText(person.name)}
        </ServerButton>
      </div>
    </form>
  );
}
