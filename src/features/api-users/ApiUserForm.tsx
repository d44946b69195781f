import { Alert, Button, Checkbox, Select, Text, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconBan, IconClockOff, IconLock, IconLockOff, IconRefresh } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import type { ApiUser, ApiUserWithKey } from '#contract/api-users.ts';
import { CALLS } from '#contract/calls.ts';
import { KEY_PERMISSIONS } from '#contract/permissions.ts';
import { apiUserState, keyBefore } from '#model/api-user-state.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import panel from '#ui/side-panel/side-panel.module.css';
import { draftOf, dayOf, fieldsOf, latestDay, type DraftFaults } from './api-user-draft.ts';
import type { WordsOf } from './ApiUserPanel.tsx';
import classes from './ApiUsers.module.css';
import {
  failureText,
  FAULTS,
  madeText,
  moreText,
  noRightsText,
  OVERLAPS,
  revokeTitle,
  revokeWhy,
  rotateTitle,
  rotateWhy,
  TEXTS,
  twoKeysText,
  twoKeysTitle,
} from './texts.ts';
import { useApiUsersChanged } from './use-api-users.ts';

interface ApiUserFormProps {
  /** Null: a new one. */
  user: ApiUser | null;
  wordsOf: WordsOf;
  /** A key was made, which is shown only now. */
  onKey: (key: string, id: number) => void;
  /** A key is on the screen. */
  hasKey: boolean;
  onDone: () => void;
}

/** What an API user may do, until when and from where; rotate and revoke. */
export function ApiUserForm({ user, wordsOf, onKey, hasKey, onDone }: ApiUserFormProps) {
  const { serverReachable } = useSession<Session>();
  const changed = useApiUsersChanged();
  const [now] = useState(() => Date.now());
  const [uuid] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState(() => draftOf(user, now));
  const [overlap, setOverlap] = useState('48');
  const [faults, setFaults] = useState<DraftFaults>({});
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const state = user === null ? null : apiUserState(user, now);
  const mayChange = user === null || (user.own_team && state !== 'revoked');
  const change = (more: Partial<typeof draft>) => {
    setFaults({});
    setDraft((before) => ({ ...before, ...more }));
  };

  /** The list is read again in any case: a refusal means that the screen may be outdated. */
  async function send<T>(call: () => Promise<ApiResult<T>>): Promise<T | null> {
    setBusy(true);
    setFailure(null);
    const answer = await call();
    await changed();
    setBusy(false);
    if (answer.ok) return answer.value;
    setFailure(answer.failure);
    return null;
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable || !mayChange) return;
    const checked = fieldsOf(draft, Date.now(), FAULTS);
    if ('faults' in checked) return setFaults(checked.faults);
    if (user === null) {
      const made = await send(() => callApi(CALLS.createApiUser, { body: { uuid, ...checked.fields } }));
      if (made !== null) onKey(made.key, made.data.id);
      return;
    }
    const saved = await send(() => callApi(CALLS.changeApiUser, { params: { id: String(user.id) }, body: checked.fields }));
    if (saved !== null && !hasKey) onDone();
  }

  return (
    <form className={panel.form} noValidate onSubmit={(event) => void save(event)}>
      <div className={panel.fields}>
        {user !== null && <Standing user={user} now={now} />}
        <TextInput
          label={TEXTS.name}
          description={TEXTS.nameNote}
          maxLength={64}
          autoComplete="off"
          data-autofocus={user === null || undefined}
          readOnly={!mayChange}
          value={draft.name}
          error={faults.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <Permissions
          held={draft.permissions}
          wordsOf={wordsOf}
          readOnly={!mayChange}
          fault={faults.permissions}
          onChange={(permissions) => change({ permissions })}
        />
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={TEXTS.expires}
            min={dayOf(now)}
            max={latestDay(now)}
            readOnly={!mayChange}
            value={draft.lastDay}
            error={faults.expires_at}
            onChange={({ currentTarget: { value } }) => change({ lastDay: value })}
          />
          {user !== null && mayChange && (
            <Select
              label={TEXTS.overlap}
              data={[...OVERLAPS]}
              value={overlap}
              allowDeselect={false}
              onChange={(value) => setOverlap(value ?? '0')}
            />
          )}
        </div>
        <Textarea
          label={TEXTS.addresses}
          description={TEXTS.addressesNote}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          readOnly={!mayChange}
          value={draft.addresses}
          error={faults.addresses}
          classNames={{ input: classes.addresses ?? '' }}
          onChange={({ currentTarget: { value } }) => change({ addresses: value })}
        />
        {user !== null && (
          <Text size="sm" c="dimmed">
            {madeText(user)}
          </Text>
        )}
      </div>
      <div className={classes.foot}>
        {failure !== null && (
          <Alert
            color="coral"
            role="alert"
            icon={<IconAlertOctagon size={18} aria-hidden />}
            title={failureText(failure)}
            className={classes.failure ?? ''}
          />
        )}
        {user !== null && state !== 'revoked' && (
          <Ends user={user} overlapHours={Number(overlap)} mayRotate={mayChange && state !== 'expired'} send={send} onKey={onKey} />
        )}
        {mayChange && (
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy} className={classes.save}>
            {user === null ? TEXTS.create : TEXTS.save}
          </ServerButton>
        )}
      </div>
    </form>
  );
}

/** What somebody should know, or do, about it. */
function Standing({ user, now }: { user: ApiUser; now: number }) {
  const state = apiUserState(user, now);
  return (
    <>
      {!user.own_team && (
        <Note tone="you" icon={IconLock} title={TEXTS.otherTeam}>
          {TEXTS.otherTeamWhy}
        </Note>
      )}
      {state === 'revoked' && <Note tone="you" icon={IconBan} title={TEXTS.revokedTitle} />}
      {state === 'expired' && (
        <Note tone="you" icon={IconClockOff} title={TEXTS.expiredTitle}>
          {TEXTS.expiredWhy}
        </Note>
      )}
      {state === 'no rights' && (
        <Note tone="you" icon={IconLockOff} title={TEXTS.noRightsTitle}>
          {noRightsText(user)}
        </Note>
      )}
      {state !== 'revoked' && keyBefore(user) !== null && (
        <Note tone="moving" icon={IconRefresh} title={twoKeysTitle(user.name)}>
          {twoKeysText(user)}
        </Note>
      )}
    </>
  );
}

/** What programs need most; the others on demand. */
const COMMON: readonly string[] = ['r:upload-v2', 'r:studies', 'r:datasets', 'r:ai-infers'];

interface PermissionsProps {
  held: ReadonlySet<string>;
  wordsOf: WordsOf;
  readOnly: boolean;
  fault: string | undefined;
  onChange: (held: ReadonlySet<string>) => void;
}

function Permissions({ held, wordsOf, readOnly, fault, onChange }: PermissionsProps) {
  const { permissions: own } = useSession<Session>();
  const [first] = useState(() => new Set([...COMMON, ...held]));
  const [all, setAll] = useState(false);
  // Everybody in a team has the dashboard; it means nothing to a program.
  const known = KEY_PERMISSIONS.filter((permission) => permission !== 'r:dashboard');
  const shown = all ? known : known.filter((permission) => first.has(permission));
  return (
    <Checkbox.Group label={TEXTS.permissions} value={[...held]} error={fault} onChange={(value) => onChange(new Set(value))}>
      <div className={classes.permissions}>
        {shown.map((permission) => {
          const lacked = !own.has(permission) && !held.has(permission);
          const { opens } = wordsOf(permission);
          return (
            <Checkbox
              key={permission}
              value={permission}
              label={<code className={classes.code}>{permission}</code>}
              description={lacked ? `${opens} ${TEXTS.lacked}.` : opens}
              disabled={readOnly || lacked}
            />
          );
        })}
        {shown.length < known.length && (
          <Button variant="subtle" className={classes.more ?? ''} onClick={() => setAll(true)}>
            {moreText(known.length - shown.length)}
          </Button>
        )}
      </div>
    </Checkbox.Group>
  );
}

interface EndsProps {
  user: ApiUser;
  overlapHours: number;
  mayRotate: boolean;
  send: <T>(call: () => Promise<ApiResult<T>>) => Promise<T | null>;
  onKey: (key: string, id: number) => void;
}

/** Rotate and revoke: both ask first. */
function Ends({ user, overlapHours, mayRotate, send, onKey }: EndsProps) {
  const { serverReachable } = useSession<Session>();
  const { id, name } = user;

  function rotate() {
    // Of this question: what is sent again after a lost answer is the same rotation.
    const uuid = crypto.randomUUID();
    askFirst({
      ...{ title: rotateTitle(name), why: rotateWhy(overlapHours), act: TEXTS.rotateDo, keep: TEXTS.keep },
      onAct: async () => {
        const body = { uuid, overlap_hours: overlapHours };
        const made = await send<ApiUserWithKey>(() => callApi(CALLS.rotateApiKey, { params: { id: String(id) }, body }));
        modals.closeAll();
        if (made !== null) onKey(made.key, id);
      },
    });
  }

  function revoke() {
    askFirst({
      ...{ title: revokeTitle(name), why: revokeWhy(name), act: TEXTS.revokeDo, keep: TEXTS.keep },
      onAct: async () => {
        await send(() => callApi(CALLS.revokeApiUser, { params: { id: String(id) } }));
        modals.closeAll();
      },
    });
  }

  return (
    <>
      {mayRotate && (
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
          onClick={rotate}
        >
          {TEXTS.rotate}
        </ServerButton>
      )}
      <ServerButton
        serverReachable={serverReachable}
        why={TEXTS.needsServer}
        variant="outline"
        color="coral"
        leftSection={<IconBan size={16} stroke={1.5} aria-hidden />}
        onClick={revoke}
      >
        {TEXTS.revoke}
      </ServerButton>
    </>
  );
}
