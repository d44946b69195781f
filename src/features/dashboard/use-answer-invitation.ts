import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { User } from '#contract/entities.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { answerFailedText } from './texts.ts';

export type InvitationAnswer = 'accept' | 'decline';
type Invitation = User['invitations'][number];

interface InvitationAnswers {
  /** In flight. */
  sending: { id: number; answer: InvitationAnswer } | null;
  /** The team that was joined last, until another answer is given. */
  joined: Invitation['team'] | null;
  answer: (invitation: Invitation, answer: InvitationAnswer) => void;
}

/** TEAM-08 to 11: one answer at a time; complete only when the user was fetched again, so that the list contains the team. */
export function useAnswerInvitation(onGiven: () => void): InvitationAnswers {
  const { reload } = useSession<Session>();
  const [sending, setSending] = useState<InvitationAnswers['sending']>(null);
  const [joined, setJoined] = useState<InvitationAnswers['joined']>(null);

  async function send(invitation: Invitation, answer: InvitationAnswer) {
    setSending({ id: invitation.id, answer });
    setJoined(null);
    const result = await callApi(CALLS.answerInvitation, { body: { id: invitation.id, status: answer } });
    // A refusal also means that the list is outdated: the invitation was answered elsewhere, withdrawn, or has expired.
    if (result.ok || result.failure.kind === 'refused') await reload();
    if (!result.ok)
      notifications.show({
        color: 'coral',
        message: answerFailedText(invitation.team.title, result.failure),
        autoClose: false,
        role: 'alert',
      });
    if (result.ok && answer === 'accept') setJoined(invitation.team);
    setSending(null);
    if (result.ok) onGiven();
  }

  return { sending, joined, answer: (invitation, answer) => void (sending === null && send(invitation, answer)) };
}
