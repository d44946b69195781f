import { resetTokenOf } from '#features/account/mail-links.ts';
import { ResetPasswordPage } from '#features/account/ResetPasswordPage.tsx';

/** The fragment is read where the browser keeps it: the router decodes what passes through it. */
export function ResetPasswordRoute() {
  return <ResetPasswordPage token={resetTokenOf(window.location.hash)} />;
}
