export { CampaignsPage as CampaignsRoute } from '#features/campaigns/CampaignsPage.tsx';
