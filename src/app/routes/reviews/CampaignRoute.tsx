import { useOwn } from '#app/session/visit-context.tsx';
import { CampaignPage } from '#features/campaigns/CampaignPage.tsx';

export function CampaignRoute() {
  const { db } = useOwn();
  return <CampaignPage db={db} />;
}
