import { Link } from '@tanstack/react-router';
import { TEXTS } from './texts.ts';

export const ReviewsCrumb = () => <Link to="/reviews">{TEXTS.reviews}</Link>;
export const CampaignsCrumb = () => <Link to="/reviews/campaigns">{TEXTS.campaigns}</Link>;
