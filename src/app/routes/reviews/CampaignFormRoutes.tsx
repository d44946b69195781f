import { chooseStudies } from '#app/routes/choose-studies.tsx';
import { CampaignCreatePage, CampaignEditPage } from '#features/campaigns/CampaignFormPage.tsx';

export function CampaignCreateRoute() {
  return <CampaignCreatePage choose={chooseStudies} />;
}

export function CampaignEditRoute() {
  return <CampaignEditPage choose={chooseStudies} />;
}
