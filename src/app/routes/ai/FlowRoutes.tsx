import { FlowPage } from '#features/flows/FlowPage.tsx';
import { FlowsPage } from '#features/flows/FlowsPage.tsx';

export const FlowsRoute = FlowsPage;
export const FlowRoute = FlowPage;
