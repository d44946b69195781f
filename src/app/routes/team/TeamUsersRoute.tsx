import { LockMinutesField } from '#features/team/LockMinutesField.tsx';
import { MembersPage } from '#features/team/MembersPage.tsx';
import { TEXTS } from '#features/team/texts.ts';

export function TeamUsersRoute() {
  return (
    <MembersPage title={TEXTS.team}>
      <LockMinutesField />
    </MembersPage>
  );
}
