export { InvitationsPage as AdminInvitationsRoute } from '#features/administration/InvitationsPage.tsx';
