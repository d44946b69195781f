import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { User } from '#contract/entities.ts';
import { classNames } from '#ui/class-names.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import rowLink from '#ui/lists/row-link.module.css';
import classes from './TeamRow.module.css';
import { TEXTS } from './texts.ts';
import type { InvitationAnswer } from './use-answer-invitation.ts';

interface InvitationRowProps {
  invitation: User['invitations'][number];
  baseHost: string;
  /** The answer in flight. */
  sending: InvitationAnswer | null;
  mayAnswer: boolean;
  onAnswer: (answer: InvitationAnswer) => void;
}

/** DASH-10, 11: who invites, decline and accept. */
export function InvitationRow({ invitation: { team }, baseHost, sending, mayAnswer, onAnswer }: InvitationRowProps) {
  const answers = [
    { answer: 'decline', label: TEXTS.decline(team.title), icon: IconX },
    { answer: 'accept', label: TEXTS.accept(team.title), icon: IconCheck },
  ] as const;
  return (
    <li className={classNames(rowLink.row, classes.row)} data-invitation={team.slug}>
      <LetterAvatar name={team.title} color="#F5D27A" size={40} />
      <div className={classes.name}>
        <b className={classes.title} title={team.title}>
          <bdi>{team.title}</bdi>
        </b>
        <span className={classes.address}>
          {team.slug}.{baseHost}
        </span>
      </div>
      <div className={classes.answers}>
        {answers.map(({ answer, label, icon: AnswerIcon }) => (
          <Tooltip key={answer} label={mayAnswer ? label : TEXTS.needsServer}>
            <ActionIcon
              className={classes.answer ?? ''}
              variant="default"
              size={40}
              aria-label={label}
              aria-disabled={!mayAnswer}
              loading={sending === answer}
              onClick={() => mayAnswer && onAnswer(answer)}
            >
              <AnswerIcon size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </li>
  );
}
