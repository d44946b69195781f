import { Invitations } from '#features/team/Invitations.tsx';
import { MembersPage } from '#features/team/MembersPage.tsx';
import { TeamCrumb } from '#features/team/TeamNav.tsx';
import { TEXTS } from '#features/team/texts.ts';

export function MembersRoute() {
  return (
    <MembersPage title={TEXTS.members} breadcrumb={[<TeamCrumb key="team" />]}>
      <Invitations />
    </MembersPage>
  );
}
