import { InstallPage } from '#features/install/InstallPage.tsx';
import { useInstallOffer } from '#app/install/use-install-offer.ts';

export function InstallRoute() {
  return <InstallPage offer={useInstallOffer()} />;
}
