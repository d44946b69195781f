export { InvitationsPage as TeamInvitationsRoute } from '#features/team/InvitationsPage.tsx';
