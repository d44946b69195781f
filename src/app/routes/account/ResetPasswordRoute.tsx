import { resetTokenOf } from '#features/account/mail-links.ts';
import { ResetPasswordPage } from '#features/account/ResetPasswordPage.tsx';

/** Reads the fragment from the browser, because the router would decode it. */
export function ResetPasswordRoute() {
  return <ResetPasswordPage token={resetTokenOf(window.location.hash)} />;
}
