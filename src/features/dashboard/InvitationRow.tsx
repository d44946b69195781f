import type { User } from '#contract/entities.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import classes from './TeamRow.module.css';

/** DASH-11. Accept and decline stand here once the server has their call (CALL-010). */
export function InvitationRow({ invitation, baseHost }: { invitation: User['invitations'][number]; baseHost: string }) {
  return (
    <li className={classes.row}>
      <LetterAvatar name={invitation.team.title} color="#F5D27A" size={40} />
      <div className={classes.name}>
        <b className={classes.link}>
          <bdi>{invitation.team.title}</bdi>
        </b>
        <span className={classes.address}>
          {invitation.team.slug}.{baseHost}
        </span>
      </div>
    </li>
  );
}
