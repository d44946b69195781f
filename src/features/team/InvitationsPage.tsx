import list from '#ui/lists/list-page.module.css';
import { Page } from '#ui/Page.tsx';
import { Invitations } from './Invitations.tsx';
import { TeamCrumb, TeamNav } from './TeamNav.tsx';
import { TEXTS } from './texts.ts';

/** ROUTE-091: pending invitations, and the invite form. */
export function InvitationsPage() {
  return (
    <Page title={TEXTS.invitations} breadcrumb={[<TeamCrumb key="team" />]}>
      <div className={list.bar}>
        <TeamNav />
      </div>
      <Invitations />
    </Page>
  );
}
