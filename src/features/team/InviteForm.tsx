import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconAlertCircle, IconMail, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import type { HandedInvitation, RoleOption } from '#contract/members.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import panel from '#ui/panel.module.css';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { changedRow, filledRows, firstRows, problemsOf, refusedRows, withoutRow, type InviteRow, type RowProblems } from './invite-rows.ts';
import classes from './InviteForm.module.css';
import { showDone } from '#ui/toasts.ts';
import { removeRowText, rowEmailText, rowRoleText, TEXTS, textOfFailure, tooManyText } from './texts.ts';
import { listKey, useRoles } from './use-team-lists.ts';

const NO_PROBLEMS: RowProblems = new Map();

/** INV: rows of an address and a role, with two to spare; empty rows are not sent. */
export function InviteForm({ onHanded }: { onHanded: (handed: readonly HandedInvitation[]) => void }) {
  const { team, serverReachable } = useSession<Session>();
  const client = useQueryClient();
  const roles = useRoles().data?.data;
  const form = useRef<HTMLFormElement>(null);
  const [rows, setRows] = useState(firstRows);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('input[type="email"]') ?? [])];

  // The first invalid field gets the focus (design.md §10).
  useEffect(() => {
    const [wrong] = problems.keys();
    if (wrong !== undefined) form.current?.querySelector<HTMLInputElement>(`[data-row="${wrong}"] input`)?.focus();
  }, [problems]);

  function change(key: number, given: Partial<InviteRow>) {
    setRows((now) => changedRow(now, key, given));
    setError(null);
    if (problems.has(key)) setProblems((now) => new Map([...now].filter(([one]) => one !== key)));
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable || busy || team === null) return;
    const sent = filledRows(rows.map((row) => ({ ...row, roleId: roleOf(row, roles) })));
    const found = problemsOf(sent);
    setProblems(found);
    setError(wholeProblem(sent));
    if (sent.length === 0) return fields()[0]?.focus();
    if (found.size > 0 || sent.length > LIMITS.invitationsPerCall) return;
    setBusy(true);
    const emails = sent.map(({ email, roleId }) => ({ email: email.trim(), role_id: roleId ?? 0 }));
    const answer = await callApi(CALLS.invite, { body: { team_id: team.id, emails } });
    setBusy(false);
    if (!answer.ok) return showRefusal(sent, answer.failure);
    setRows(firstRows());
    showDone(TEXTS.sent);
    onHanded(answer.value.data);
    void client.invalidateQueries({ queryKey: listKey('team-invitations', team.slug) });
  }

  function showRefusal(sent: readonly InviteRow[], failure: ApiFailure) {
    const isDuplicate = failure.kind === 'refused' && failure.status === 422;
    // ODD-29: shown for every 422 of this call.
    const wordsOf = (field: string) => (isDuplicate ? TEXTS.duplicate : field === 'role_id' ? TEXTS.roleRefused : TEXTS.notAnEmail);
    const refused = failure.kind === 'refused' ? refusedRows(sent, failure.errors ?? {}, wordsOf) : NO_PROBLEMS;
    setProblems(refused);
    if (refused.size === 0) setError(isDuplicate ? TEXTS.duplicate : textOfFailure(failure));
  }

  /** Enter moves to the next address (design.md §10); in an empty row it saves, as elsewhere. */
  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.currentTarget.value.trim() === '') return;
    if (event.ctrlKey || event.metaKey) return form.current?.requestSubmit();
    event.preventDefault();
    const all = fields();
    all.find((field, index) => index > all.indexOf(event.currentTarget) && field.value.trim() === '')?.focus();
  }

  function remove(key: number, index: number) {
    setRows((now) => withoutRow(now, key));
    fields()[index === 0 ? 1 : index - 1]?.focus();
  }

  return (
    <form ref={form} className={panel.panel} aria-labelledby="invite-members" noValidate onSubmit={(event) => void save(event)}>
      <div className={panel.head}>
        <h2 id="invite-members" className={panel.title}>
          {TEXTS.members}
        </h2>
        <p className={panel.note}>{TEXTS.linkNote}</p>
      </div>
      <div className={classes.rows}>
        {rows.map((row, index) => (
          <div key={row.key} className={classes.row} data-row={row.key}>
            <TextInput
              type="email"
              size="sm"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-label={rowEmailText(index + 1)}
              placeholder={TEXTS.emailExample}
              leftSection={<IconMail size={16} stroke={1.5} aria-hidden />}
              value={row.email}
              error={problems.get(row.key)}
              onChange={(event) => change(row.key, { email: event.currentTarget.value })}
              onKeyDown={goOn}
            />
            <Select
              size="sm"
              aria-label={rowRoleText(row.email.trim(), index + 1)}
              placeholder={TEXTS.selectRole}
              data={(roles ?? []).map(({ id, name }) => ({ value: String(id), label: translated(name) }))}
              value={String(roleOf(row, roles) ?? '') || null}
              onChange={(value) => value !== null && change(row.key, { roleId: Number(value) })}
              allowDeselect={false}
            />
            <Tooltip label={removeRowText(index + 1)}>
              <ActionIcon size={32} aria-label={removeRowText(index + 1)} onClick={() => remove(row.key, index)}>
                <IconX size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </div>
        ))}
      </div>
      <div className={panel.foot}>
        <span role={error === null ? undefined : 'alert'} data-wrong={error !== null || undefined} className={panel.footNote}>
          {error !== null && <IconAlertCircle size={15} stroke={1.75} aria-hidden />}
          {error ?? TEXTS.emptyRows}
        </span>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {TEXTS.save}
        </ServerButton>
      </div>
    </form>
  );
}

/** The default role of a row, if this user may assign it (ODD-28). Kept while the roles are not known. */
function roleOf({ roleId }: InviteRow, roles: readonly RoleOption[] | undefined): number | null {
  return roles === undefined || roles.some(({ id }) => id === roleId) ? roleId : null;
}

function wholeProblem(sent: readonly InviteRow[]): string | null {
  if (sent.length === 0) return TEXTS.nobody;
  return sent.length > LIMITS.invitationsPerCall ? tooManyText(LIMITS.invitationsPerCall) : null;
}
