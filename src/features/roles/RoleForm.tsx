import { Alert, Button, Checkbox, Switch, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconLock, IconPencilExclamation } from '@tabler/icons-react';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Permission } from '#contract/permissions.ts';
import { ROLE } from '#contract/permissions.ts';
import type { ListedRole } from '#contract/roles.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ownReach } from './own-reach.ts';
import { areasOf, wordsOf } from './permission-words.ts';
import { draftOf, isChanged, standOf, withPermission } from './role-draft.ts';
import classes from './Roles.module.css';
import { deleteTitle, deleteWhy, inUseText, TEXTS, textOfFailure } from './texts.ts';
import { useShowRoles } from './use-roles.ts';

interface RoleFormProps {
  /** As it was when it was opened; null for a new one. */
  role: ListedRole | null;
  /** As they are now. */
  roles: readonly ListedRole[];
  onDone: () => void;
}

/** Name, who gives it, and what it allows, by area in plain words. */
export function RoleForm({ role, roles, onDone }: RoleFormProps) {
  const { serverReachable, permissions } = useSession<Session>();
  const { show, askAgain } = useShowRoles();
  const [draft, setDraft] = useState(() => draftOf(role));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [nameError, setNameError] = useState<string | null>(null);
  const nameField = useRef<HTMLInputElement>(null);

  const { stand, now } = standOf(draft, roles);
  // Nothing was written, or what was written is saved: the role is shown as it is now.
  if (stand === 'older' && (!isChanged(draft) || !isChanged({ ...draft, base: now }))) setDraft(draftOf(now));
  const { base } = draft;
  const own = ownReach(permissions);
  const isOwn = base === null || own.covers(base);
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
        ? await callApi(CALLS.createRole, { body })
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
    // Where it was changed or deleted meanwhile, the list that comes says so.
    askAgain();
    setFailure(answer.failure);
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <div className={classes.fields}>
        {!isOwn && <Note tone="you" icon={IconLock} title={TEXTS.beyond} />}
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
                why={
                  base?.kept.includes(permission) || permission === 'r:dashboard'
                    ? TEXTS.keeps
                    : isOwn && !own.has(permission)
                      ? TEXTS.lacked
                      : null
                }
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
        <span className={classes.footWords}>{base !== null && [stays, TEXTS.atOnce].filter(Boolean).join(' ')}</span>
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

/** Why it cannot be deleted; null where it can. */
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
  /** Why it cannot be changed here; null where it can. */
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
          title: deleteTitle(role.name),
          children: <Text>{deleteWhy(role.name)}</Text>,
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
