import { MailPage } from '#features/account/MailPage.tsx';

export function MailRoute() {
  return <MailPage />;
}
