import { ForgotPasswordPage } from '#features/account/ForgotPasswordPage.tsx';
import { useReachability } from '#app/session/visit-context.tsx';

export function ForgotPasswordRoute() {
  const { reachable } = useReachability();
  return <ForgotPasswordPage serverReachable={reachable} />;
}
