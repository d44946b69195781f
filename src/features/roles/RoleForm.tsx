import { Alert, Button, Checkbox, Group, Radio, Switch, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconLock, IconPencilExclamation } from '@tabler/icons-react';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Permission } from '#contract/permissions.ts';
import { ROLE } from '#contract/permissions.ts';
import { RoleScope, type ListedRole } from '#contract/roles.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import panel from '#ui/side-panel/side-panel.module.css';
import { ownReach, type OwnReach } from './own-reach.ts';
import { areasOf, wordsOf } from './permission-words.ts';
import { draftOf, isChanged, standOf, withPermission, type RoleDraft } from './role-draft.ts';
import classes from './Roles.module.css';
import { deleteTitle, deleteWhy, inUseText, TEXTS, textOfFailure } from './texts.ts';
import { useShowRoles } from './use-roles.ts';

interface RoleFormProps {
  /** The role when it was opened; null for a new one. */
  role: ListedRole | null;
  /** The current roles. */
  roles: readonly ListedRole[];
  /** This user may change roles of the server. */
  serverRoles: boolean;
  onDone: () => void;
}

/** Name, who grants the role, and its permissions, by area in plain words. */
export function RoleForm({ role, roles, serverRoles, onDone }: RoleFormProps) {
  const { serverReachable, permissions } = useSession<Session>();
  const { show, askAgain } = useShowRoles();
  const [draft, setDraft] = useState(() => draftOf(role));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [nameError, setNameError] = useState<string | null>(null);
  const nameField = useRef<HTMLInputElement>(null);

  const { stand, now } = standOf(draft, roles);
  // The draft is empty or saved, so the current role is shown.
  if (stand === 'older' && (!isChanged(draft) || !isChanged({ ...draft, base: now }))) setDraft(draftOf(now));
  const { base } = draft;
  const own = ownReach(permissions, serverRoles);
  const beyond = base === null ? null : whyBeyond(own, base);
  const isOwn = beyond === null;
  const stays = base === null ? null : whyItStays(now ?? base);
  const mayWrite = serverReachable && isOwn && stand === 'same';

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!mayWrite) return;
    if (base !== null && !isChanged(draft)) return onDone();
    if (draft.name.trim() === '') {
      setNameError(TEXTS.nameNeeded);
      return nameField.current?.focus();
    }
    setBusy(true);
    setFailure(null);
    const body = { name: draft.name.trim(), invitable: draft.invitable, permissions: [...draft.permissions] as Permission[] };
    const answer =
      base === null
        ? await callApi(CALLS.createRole, { body: { ...body, scope: draft.scope } })
        : await callApi(CALLS.saveRole, { params: { id: String(base.id) }, body: { ...body, version: base.version } });
    setBusy(false);
    if (answer.ok) {
      await show(answer.value);
      return onDone();
    }
    const errors = answer.failure.kind === 'refused' ? answer.failure.errors?.['name'] : undefined;
    if (errors?.[0] !== undefined) {
      setNameError(errors[0]);
      return nameField.current?.focus();
    }
    // If it was changed or deleted meanwhile, the new list says so.
    askAgain();
    setFailure(answer.failure);
  }

  return (
    <form className={panel.form} noValidate onSubmit={(event) => void save(event)}>
      <div className={panel.fields}>
        {beyond !== null && <Note tone="you" icon={IconLock} title={beyond} />}
        {stand === 'gone' && <Note tone="you" icon={IconPencilExclamation} title={TEXTS.gone} />}
        {stand === 'older' && (
          <Note
            tone="you"
            icon={IconPencilExclamation}
            title={TEXTS.changedTitle}
            action={
              <Button variant="default" onClick={() => setDraft(draftOf(now))}>
                {TEXTS.showNow}
              </Button>
            }
          >
            {TEXTS.changedWhy}
          </Note>
        )}
        <TextInput
          ref={nameField}
          label={TEXTS.name}
          maxLength={60}
          autoComplete="off"
          data-autofocus={base === null || undefined}
          readOnly={!isOwn}
          value={draft.name}
          error={nameError}
          onChange={({ currentTarget: { value } }) => {
            setNameError(null);
            setDraft((before) => ({ ...before, name: value }));
          }}
        />
        {base === null && serverRoles && (
          <Radio.Group
            label={TEXTS.scope}
            value={draft.scope}
            onChange={(scope) => setDraft((before) => ({ ...before, scope: scope as RoleScope }))}
          >
            <Group mt="0.25rem">
              {RoleScope.options.map((scope) => (
                <Radio key={scope} value={scope} label={TEXTS.scopes[scope]} />
              ))}
            </Group>
          </Radio.Group>
        )}
        <Switch
          label={TEXTS.givenLabel}
          description={base?.id === ROLE.platformAdministrator ? TEXTS.notGivenNote : TEXTS.givenNote}
          checked={draft.invitable}
          disabled={!isOwn || base?.id === ROLE.platformAdministrator}
          onChange={({ currentTarget: { checked } }) => setDraft((before) => ({ ...before, invitable: checked }))}
        />
        {areasOf().map(({ title, permissions: inArea }) => (
          <Area key={title} title={title}>
            {inArea.map((permission) => (
              <PermissionField
                key={permission}
                permission={permission}
                held={draft.permissions.has(permission)}
                why={isOwn ? whyFixed(own, draft, permission) : null}
                readOnly={!isOwn}
                onChange={(held) => setDraft((before) => withPermission(before, permission, held))}
              />
            ))}
          </Area>
        ))}
      </div>
      <div className={classes.foot}>
        {failure !== null && stand === 'same' && (
          <Alert
            color="coral"
            icon={<IconAlertOctagon size={18} aria-hidden />}
            title={textOfFailure(failure)}
            className={classes.failure ?? ''}
          />
        )}
        {base !== null && isOwn && stays === null && <DeleteButton role={now ?? base} onDone={onDone} onFailure={setFailure} />}
        <span className={classes.footWords}>{base !== null && [stays, TEXTS.atOnce[draft.scope]].filter(Boolean).join(' ')}</span>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          type="submit"
          loading={busy}
          disabled={!isOwn || stand !== 'same'}
        >
          {base === null ? TEXTS.create : TEXTS.save}
        </ServerButton>
      </div>
    </form>
  );
}

/** Why this user cannot change the role; null if they can. */
function whyBeyond(own: OwnReach, role: ListedRole): string | null {
  if (!own.owns(role)) return TEXTS.ofServer;
  return own.covers(role) ? null : TEXTS.beyond;
}

/** Why this permission is fixed here; null if it is not. */
function whyFixed(own: OwnReach, { base, scope, permissions }: RoleDraft, permission: string): string | null {
  if (base?.kept.includes(permission) || permission === 'r:dashboard') return TEXTS.keeps;
  if (scope === 'team' && permission === 'admin' && !permissions.has(permission)) return TEXTS.neverInTeam;
  return own.has(permission) ? null : TEXTS.lacked;
}

/** Why it cannot be deleted; null if it can. */
function whyItStays(role: ListedRole): string | null {
  if (role.built_in) return TEXTS.stays;
  return role.people + role.invitations > 0 ? inUseText(role) : null;
}

function Area({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section role="group" aria-labelledby={id} className={classes.area}>
      <h3 id={id} className={classes.areaTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

interface PermissionFieldProps {
  permission: string;
  held: boolean;
  /** Why it cannot be changed here; null if it can. */
  why: string | null;
  readOnly: boolean;
  onChange: (held: boolean) => void;
}

function PermissionField({ permission, held, why, readOnly, onChange }: PermissionFieldProps) {
  const { name, opens } = wordsOf(permission);
  return (
    <Checkbox
      label={name}
      description={why === null ? opens : `${opens} ${why}.`}
      checked={held}
      disabled={readOnly || why !== null}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}

function DeleteButton({ role, onDone, onFailure }: { role: ListedRole; onDone: () => void; onFailure: (failure: ApiFailure) => void }) {
  const { serverReachable } = useSession<Session>();
  const { hide, askAgain } = useShowRoles();

  async function remove() {
    const answer = await callApi(CALLS.removeRole, { params: { id: String(role.id) } });
    if (!answer.ok) {
      askAgain();
      return onFailure(answer.failure);
    }
    onDone();
    await hide(role.id);
  }

  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="outline"
      color="coral"
      onClick={() =>
        modals.openConfirmModal({
          title: deleteTitle(translated(role.name)),
          children: <Text>{deleteWhy(translated(role.name))}</Text>,
          labels: { confirm: TEXTS.delete, cancel: TEXTS.keep },
          confirmProps: { variant: 'outline', color: 'coral' },
          // The safe answer has the focus.
          cancelProps: { 'data-autofocus': true },
          onConfirm: () => void remove(),
        })
      }
    >
      {TEXTS.delete}
    </ServerButton>
  );
}
