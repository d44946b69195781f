import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import { IconBan, IconCircleCheck, IconLogout, IconShieldMinus, IconShieldPlus, IconUserShare } from '@tabler/icons-react';
import { callApi } from '#api/call-api.ts';
import type { AdminUser } from '#contract/administration.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ActionsMenu, type Act } from '#ui/lists/ActionsMenu.tsx';
import { useSession } from '#ui/session-context.tsx';
import {
  actsOfText,
  blockDo,
  blockTitle,
  blockWhy,
  endPlatformTitle,
  endPlatformWhy,
  endSignInsTitle,
  endSignInsWhy,
  makePlatformTitle,
  makePlatformWhy,
  TEXTS,
} from './texts.ts';
import { isActable } from './acting/use-actings.ts';
import { useAction } from './use-action.ts';

type UserCall = 'blockUser' | 'unblockUser' | 'makePlatformAdministrator' | 'endPlatformAdministrator' | 'endUserSignIns';

/** PCALL-28, for one user. Users cannot lock themselves out: their own row has no such action. */
export function UserActions({ user }: { user: AdminUser }) {
  const { user: self, permissions } = useSession<Session>();
  const { busy, send } = useAction('admin-users');
  const navigate = useNavigate();
  const { id, name } = user;
  const change = (call: UserCall) => send(() => callApi(CALLS[call], { params: { id: String(id) } }));
  const ask = (call: UserCall, question: { title: string; why: string; act: string }) =>
    askFirst({ ...question, onAct: () => change(call).then(() => modals.closeAll()) });

  const unblock: Act = { icon: IconCircleCheck, words: TEXTS.unblock, onAct: () => void change('unblockUser') };
  const block: Act = {
    icon: IconBan,
    words: TEXTS.block,
    onAct: () => ask('blockUser', { title: blockTitle(name), why: blockWhy(name), act: blockDo(name) }),
  };
  const endSignIns: Act = {
    icon: IconLogout,
    words: TEXTS.endSignIns,
    onAct: () => ask('endUserSignIns', { title: endSignInsTitle(name), why: endSignInsWhy(name), act: TEXTS.endSignIns }),
  };
  const makePlatform: Act = {
    icon: IconShieldPlus,
    words: TEXTS.makePlatform,
    onAct: () => ask('makePlatformAdministrator', { title: makePlatformTitle(name), why: makePlatformWhy(name), act: TEXTS.makePlatform }),
  };
  const endPlatform: Act = {
    icon: IconShieldMinus,
    words: TEXTS.endPlatform,
    onAct: () => ask('endPlatformAdministrator', { title: endPlatformTitle(name), why: endPlatformWhy(name), act: TEXTS.endPlatform }),
  };
  const act: Act = {
    icon: IconUserShare,
    words: TEXTS.actAs,
    onAct: () => void navigate({ to: '/user-switch', search: { user: id } as never }),
  };
  const isInUse = user.blocked_at === null && user.email_verified_at !== null;
  const actions = [
    ...(user.blocked_at !== null ? [unblock] : id === self.id ? [] : [block]),
    ...(self.acting === undefined && permissions.has('admin') && isActable(user, self.id) ? [act] : []),
    ...(user.sign_ins > 0 ? [endSignIns] : []),
    ...(user.platform_admin ? [endPlatform] : isInUse ? [makePlatform] : []),
  ];
  return <ActionsMenu label={actsOfText(name)} busy={busy} actions={actions} />;
}
