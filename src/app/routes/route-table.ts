import {
  IconBadgeVr,
  IconBox,
  IconChartLine,
  IconChecklist,
  IconColorSwatch,
  IconDatabase,
  IconDeviceVisionPro,
  IconHierarchy3,
  IconHistory,
  IconKey,
  IconLayoutKanban,
  IconListDetails,
  IconMailForward,
  IconMessageCheck,
  IconMessageCog,
  IconRobot,
  IconRoute,
  IconRoute2,
  IconShape,
  IconShieldLock,
  IconSparkles,
  IconStack2,
  IconUpload,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { SIGN_OUT, type PageAccess } from '#app/guards/visit.ts';
import { t } from '#language/t.ts';

/**
 * Every page of the product, declared once: the router, the guards, the sidebar and the tests are derived from this list. An area that is
 * not built has no row, so nothing can link to it. An area requires the permission of its sidebar item (GUARD-28).
 */
export interface RouteEntry {
  /** In router syntax: `$name` for a parameter. */
  path: string;
  layout: LayoutName;
  access: PageAccess;
  permission: Permission | null;
  /** LAYOUT-06. */
  noindex?: true;
  item?: SidebarItem;
  /** Path of the item that it belongs to, if it has no item itself. */
  area?: string;
  load: () => Promise<ComponentType>;
}

export type LayoutName = 'app' | 'default' | 'homepage' | 'login' | 'clear';

export type SidebarGroup = 'Annotation' | 'AI' | 'Team' | 'Administration';

export interface SidebarItem {
  /** given (SIDE). */
  label: string;
  icon: Icon;
  /** Single letter of the `G then …` map (design.md §16). */
  key: string;
  /** Its caption in the sidebar (design.md §18). */
  group?: SidebarGroup;
  /** Its place in the bottom bar of a phone. */
  goal?: number;
}

export const ROUTES: readonly RouteEntry[] = [
  { path: '/', layout: 'homepage', access: 'open', permission: null, load: async () => (await import('./public/HomeRoute.tsx')).HomeRoute },
  {
    path: '/login',
    layout: 'login',
    access: 'guest-only',
    permission: null,
    load: async () => (await import('./account/LoginRoute.tsx')).LoginRoute,
  },
  {
    path: '/register',
    layout: 'login',
    access: 'guest-only',
    permission: null,
    load: async () => (await import('./account/RegisterRoute.tsx')).RegisterRoute,
  },
  {
    path: '/forgot-password',
    layout: 'login',
    access: 'guest-only',
    permission: null,
    load: async () => (await import('./account/ForgotPasswordRoute.tsx')).ForgotPasswordRoute,
  },
  // Not for guests only: a signed-in user who forgot the password also opens the link of the mail.
  {
    path: '/reset-password',
    layout: 'login',
    access: 'open',
    permission: null,
    load: async () => (await import('./account/ResetPasswordRoute.tsx')).ResetPasswordRoute,
  },
  {
    path: '/get-started',
    layout: 'login',
    access: 'open',
    permission: null,
    load: async () => (await import('./account/GetStartedRoute.tsx')).GetStartedRoute,
  },
  {
    path: '/verify',
    layout: 'login',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./account/VerifyRoute.tsx')).VerifyRoute,
  },
  // Open, so that a guest is sent to the sign-in form without a return path that would sign out again.
  {
    path: SIGN_OUT,
    layout: 'login',
    access: 'open',
    permission: null,
    noindex: true,
    load: async () => (await import('./account/LogoutRoute.tsx')).LogoutRoute,
  },
  {
    path: '/install',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./public/InstallRoute.tsx')).InstallRoute,
  },
  {
    path: '/modules',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./public/ModulesRoute.tsx')).ModulesRoute,
  },
  {
    path: '/contact',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./public/ContactRoute.tsx')).ContactRoute,
  },
  {
    path: '/subprocessors',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./public/SubprocessorsRoute.tsx')).SubprocessorsRoute,
  },
  {
    path: '/maintenance',
    layout: 'login',
    access: 'open',
    permission: null,
    load: async () => (await import('./public/MaintenanceRoute.tsx')).MaintenanceRoute,
  },
  {
    path: '/dashboard',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./DashboardRoute.tsx')).DashboardRoute,
  },
  {
    path: '/my-work',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    item: { label: t('My work'), icon: IconChecklist, key: 'W', goal: 3 },
    load: async () => (await import('./MyWorkRoute.tsx')).MyWorkRoute,
  },
  {
    path: '/upload-v2',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:upload-v2',
    noindex: true,
    item: { label: t('Upload'), icon: IconUpload, key: 'U', goal: 1 },
    load: async () => (await import('./UploadRoute.tsx')).UploadRoute,
  },
  {
    path: '/upload',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:upload-v2',
    noindex: true,
    area: '/upload-v2',
    load: async () => (await import('./LegacyUploadRoute.tsx')).LegacyUploadRoute,
  },
  {
    path: '/uploads',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:upload-history',
    noindex: true,
    item: { label: t('Upload history'), icon: IconHistory, key: 'H' },
    load: async () => (await import('./UploadHistoryRoute.tsx')).UploadHistoryRoute,
  },
  {
    path: '/studies-v2',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    item: { label: t('Studies'), icon: IconStack2, key: 'S', goal: 2 },
    load: async () => (await import('./StudiesRoute.tsx')).StudiesRoute,
  },
  {
    path: '/studies-v2/list',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    area: '/studies-v2',
    load: async () => (await import('./StudiesRoute.tsx')).StudiesRoute,
  },
  {
    path: '/studies-v2/deleted',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    area: '/studies-v2',
    load: async () => (await import('./studies/DeletedStudiesRoute.tsx')).DeletedStudiesRoute,
  },
  {
    path: '/studies-v2/kept-aside',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    area: '/studies-v2',
    load: async () => (await import('./studies/KeptAsideRoute.tsx')).KeptAsideRoute,
  },
  {
    path: '/studies-v2/$uuid/history',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    area: '/studies-v2',
    load: async () => (await import('./studies/StudyHistoryRoute.tsx')).StudyHistoryRoute,
  },
  {
    path: '/patients',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    area: '/studies-v2',
    load: async () => (await import('./PatientsRoute.tsx')).PatientsRoute,
  },
  {
    path: '/patients/$uuid',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    area: '/studies-v2',
    load: async () => (await import('./PatientRoute.tsx')).PatientRoute,
  },
  {
    path: '/project',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:projects',
    item: { label: t('Projects'), icon: IconLayoutKanban, key: 'P' },
    load: async () => (await import('./projects/ProjectsRoute.tsx')).ProjectsRoute,
  },
  {
    path: '/project/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:projects',
    area: '/project',
    load: async () => (await import('./projects/ProjectCreateRoute.tsx')).ProjectCreateRoute,
  },
  {
    path: '/project/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:projects',
    area: '/project',
    load: async () => (await import('./projects/ProjectRoute.tsx')).ProjectRoute,
  },
  {
    path: '/project/$id/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:projects',
    area: '/project',
    load: async () => (await import('./projects/ProjectEditRoute.tsx')).ProjectEditRoute,
  },
  {
    path: '/dataset',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:datasets',
    item: { label: t('Datasets'), icon: IconDatabase, key: 'D' },
    load: async () => (await import('./datasets/DatasetsRoute.tsx')).DatasetsRoute,
  },
  {
    path: '/dataset/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:datasets',
    area: '/dataset',
    load: async () => (await import('./datasets/DatasetCreateRoute.tsx')).DatasetCreateRoute,
  },
  {
    path: '/dataset/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:datasets',
    area: '/dataset',
    load: async () => (await import('./datasets/DatasetRoute.tsx')).DatasetRoute,
  },
  {
    path: '/structures',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:structures',
    item: { label: t('Structures'), icon: IconHierarchy3, key: 'C', group: 'Annotation' },
    load: async () => (await import('./structures/StructuresRoute.tsx')).StructuresRoute,
  },
  {
    path: '/structures/list',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:structures',
    area: '/structures',
    load: async () => (await import('./structures/StructuresRoute.tsx')).StructuresRoute,
  },
  {
    path: '/structures/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:structures',
    area: '/structures',
    load: async () => (await import('./structures/StructureFormRoute.tsx')).StructureFormRoute,
  },
  // ROUTE-041: without a parameter, the list.
  {
    path: '/structures/detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:structures',
    area: '/structures',
    load: async () => (await import('./structures/StructuresRoute.tsx')).StructuresRoute,
  },
  {
    path: '/structures/detail/$detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:structures',
    area: '/structures',
    load: async () => (await import('./structures/StructureRoute.tsx')).StructureRoute,
  },
  {
    path: '/structures/detail/$detail/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:structures',
    area: '/structures',
    load: async () => (await import('./structures/StructureFormRoute.tsx')).StructureFormRoute,
  },
  {
    path: '/segmentations',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:segmentations',
    item: { label: t('Segmentations'), icon: IconShape, key: 'N', group: 'Annotation' },
    load: async () => (await import('./segmentations/SegmentationsRoute.tsx')).SegmentationsRoute,
  },
  {
    path: '/segments',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:segmentations',
    area: '/segmentations',
    load: async () => (await import('./segmentations/SegmentsRoute.tsx')).SegmentsRoute,
  },
  {
    path: '/segments/$list',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:segmentations',
    area: '/segmentations',
    load: async () => (await import('./segmentations/SegmentsRoute.tsx')).SegmentsRoute,
  },
  {
    path: '/reviews',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:reviews',
    item: { label: t('Reviews'), icon: IconMessageCheck, key: 'R', group: 'Annotation' },
    load: async () => (await import('./ReviewsRoute.tsx')).ReviewsRoute,
  },
  {
    path: '/reviews/campaigns',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:reviews',
    area: '/reviews',
    load: async () => (await import('./reviews/CampaignsRoute.tsx')).CampaignsRoute,
  },
  {
    path: '/reviews/campaigns/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:reviews',
    area: '/reviews',
    load: async () => (await import('./reviews/CampaignFormRoutes.tsx')).CampaignCreateRoute,
  },
  {
    path: '/reviews/campaigns/$uuid',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:reviews',
    area: '/reviews',
    load: async () => (await import('./reviews/CampaignRoute.tsx')).CampaignRoute,
  },
  {
    path: '/reviews/campaigns/$uuid/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:reviews',
    area: '/reviews',
    load: async () => (await import('./reviews/CampaignFormRoutes.tsx')).CampaignEditRoute,
  },
  // The annotator fills the page: it has no sidebar.
  {
    path: '/annotator/case/$uuid',
    layout: 'clear',
    access: 'signed-in',
    permission: 'r:studies',
    load: async () => (await import('./annotator/AnnotatorRoute.tsx')).AnnotatorRoute,
  },
  {
    path: '/mbg/$uuid',
    layout: 'clear',
    access: 'signed-in',
    permission: 'r:studies',
    load: async () => (await import('./annotator/AnnotatorRoute.tsx')).AngiographyRoute,
  },
  // So does the viewer for headsets.
  {
    path: '/xr/$uuid',
    layout: 'clear',
    access: 'signed-in',
    permission: 'r:studies',
    load: async () => (await import('./annotator/XrRoute.tsx')).XrRoute,
  },
  {
    path: '/case/$id',
    layout: 'clear',
    access: 'signed-in',
    permission: 'r:studies',
    load: async () => (await import('./annotator/CaseRoute.tsx')).CaseRoute,
  },
  // It belongs to the studies, but needs another permission than their list.
  {
    path: '/serie/organize/$uuid',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies:detail',
    load: async () => (await import('./segmentations/OrganizeRoute.tsx')).OrganizeRoute,
  },
  {
    path: '/transfer-functions',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:transfer-functions',
    item: { label: t('Transfer functions'), icon: IconColorSwatch, key: 'F', group: 'Annotation' },
    load: async () => (await import('./transfer-functions/TransferFunctionsRoute.tsx')).TransferFunctionsRoute,
  },
  {
    path: '/transfer-functions/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:transfer-functions',
    area: '/transfer-functions',
    load: async () => (await import('./transfer-functions/TransferFunctionRoute.tsx')).TransferFunctionRoute,
  },
  {
    path: '/ai2-model',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    item: { label: t('AI Models'), icon: IconBox, key: 'A', group: 'AI' },
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelsRoute,
  },
  {
    path: '/ai2-model/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelFormRoute,
  },
  // ROUTE-073: without an id, a new one.
  {
    path: '/ai2-model/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelFormRoute,
  },
  {
    path: '/ai2-model/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelRoute,
  },
  {
    path: '/ai2-model/$id/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelFormRoute,
  },
  // Addresses of the first generation, over the same models.
  {
    path: '/models',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelsRoute,
  },
  {
    path: '/models/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelFormRoute,
  },
  {
    path: '/models/create_old',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelFormRoute,
  },
  {
    path: '/models/detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-models',
    area: '/ai2-model',
    load: async () => (await import('./ai/ModelRoutes.tsx')).ModelRoute,
  },
  {
    path: '/ai2-trainings',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-trainings',
    item: { label: t('AI Trainings'), icon: IconChartLine, key: 'B', group: 'AI' },
    load: async () => (await import('./ai/TrainingRoutes.tsx')).TrainingsRoute,
  },
  {
    path: '/ai2-trainings/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-trainings',
    area: '/ai2-trainings',
    load: async () => (await import('./ai/TrainingRoutes.tsx')).TrainingFormRoute,
  },
  {
    path: '/ai2-trainings/detail/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-trainings',
    area: '/ai2-trainings',
    load: async () => (await import('./ai/TrainingRoutes.tsx')).TrainingRoute,
  },
  {
    path: '/ai2-trainings/detail-mi',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-trainings',
    area: '/ai2-trainings',
    load: async () => (await import('./ai/TrainingRoutes.tsx')).TrainingRoute,
  },
  // Addresses of the first generation, over the same trainings.
  {
    path: '/ai-trainings',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-trainings',
    area: '/ai2-trainings',
    load: async () => (await import('./ai/TrainingRoutes.tsx')).TrainingsRoute,
  },
  {
    path: '/ai-trainings/detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-trainings',
    area: '/ai2-trainings',
    load: async () => (await import('./ai/TrainingRoutes.tsx')).TrainingRoute,
  },
  {
    path: '/ai-trainings/detail-mi',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-trainings',
    area: '/ai2-trainings',
    load: async () => (await import('./ai/TrainingRoutes.tsx')).TrainingRoute,
  },
  {
    path: '/ai-infers',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-infers',
    item: { label: t('AI Infers'), icon: IconSparkles, key: 'V', group: 'AI' },
    load: async () => (await import('./ai/InferRoutes.tsx')).InfersRoute,
  },
  {
    path: '/ai-infers/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-infers',
    area: '/ai-infers',
    load: async () => (await import('./ai/InferRoutes.tsx')).NewInferRoute,
  },
  {
    path: '/ai-infers/detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-infers',
    area: '/ai-infers',
    load: async () => (await import('./ai/InferRoutes.tsx')).InferRoute,
  },
  {
    path: '/ai2-inference',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-infers',
    area: '/ai-infers',
    load: async () => (await import('./ai/InferRoutes.tsx')).InfersRoute,
  },
  {
    path: '/admin/batch-infer',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-infers',
    area: '/ai-infers',
    load: async () => (await import('./ai/InferRoutes.tsx')).BatchesRoute,
  },
  {
    path: '/team/users',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    item: { label: t('Team'), icon: IconUsers, key: 'T', group: 'Team' },
    load: async () => (await import('./team/TeamUsersRoute.tsx')).TeamUsersRoute,
  },
  {
    path: '/team/invitations',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./team/TeamInvitationsRoute.tsx')).TeamInvitationsRoute,
  },
  {
    path: '/team/roles',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./team/TeamRolesRoute.tsx')).TeamRolesRoute,
  },
  {
    path: '/team/de-identification',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./team/TeamDeidentificationRoute.tsx')).TeamDeidentificationRoute,
  },
  {
    path: '/admin/xr-sessions',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:xr-sessions',
    item: { label: t('XR Sessions'), icon: IconBadgeVr, key: 'X', group: 'Team' },
    load: async () => (await import('./admin/XrRoutes.tsx')).XrSessionsRoute,
  },
  {
    path: '/admin/xr-workers',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:xr-workers',
    item: { label: t('XR Workers'), icon: IconDeviceVisionPro, key: 'G', group: 'Team' },
    load: async () => (await import('./admin/XrRoutes.tsx')).XrWorkersRoute,
  },
  {
    path: '/pipeline',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:pipeline',
    item: { label: t('Pipelines'), icon: IconRoute, key: 'K', group: 'Team' },
    load: async () => (await import('./ai/PipelineRoutes.tsx')).PipelinesRoute,
  },
  {
    path: '/pipeline/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:pipeline',
    area: '/pipeline',
    load: async () => (await import('./ai/PipelineRoutes.tsx')).NewPipelineRoute,
  },
  {
    path: '/pipeline/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:pipeline',
    area: '/pipeline',
    load: async () => (await import('./ai/PipelineRoutes.tsx')).PipelineRoute,
  },
  {
    path: '/pipeline/$id/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:pipeline',
    area: '/pipeline',
    load: async () => (await import('./ai/PipelineRoutes.tsx')).PipelineEditRoute,
  },
  {
    path: '/pipeline-blueprint',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:pipeline',
    area: '/pipeline',
    load: async () => (await import('./ai/PipelineRoutes.tsx')).BlueprintsRoute,
  },
  {
    path: '/flow',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:flow',
    item: { label: t('Flows'), icon: IconRoute2, key: 'Z', group: 'Team' },
    load: async () => (await import('./ai/FlowRoutes.tsx')).FlowsRoute,
  },
  {
    path: '/flow/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:flow',
    area: '/flow',
    load: async () => (await import('./ai/FlowRoutes.tsx')).FlowRoute,
  },
  {
    path: '/team/create',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./team/TeamCreateRoute.tsx')).TeamCreateRoute,
  },
  {
    path: '/members',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./team/MembersRoute.tsx')).MembersRoute,
  },
  // Reached through the storage figure of the frame.
  {
    path: '/device',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./DeviceRoute.tsx')).DeviceRoute,
  },
  // Reached through the avatar menu.
  {
    path: '/profile',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./account/ProfileRoute.tsx')).ProfileRoute,
  },
  // Reached through the avatar menu, and from the pages below it.
  {
    path: '/admin',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/AdminRoute.tsx')).AdminRoute,
  },
  {
    path: '/admin/users',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:users',
    item: { label: t('Users'), icon: IconUserCog, key: 'Y', group: 'Administration' },
    load: async () => (await import('./admin/AdminUsersRoute.tsx')).AdminUsersRoute,
  },
  {
    path: '/admin/api/users',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:api-users',
    item: { label: t('API Users'), icon: IconRobot, key: 'Q', group: 'Administration' },
    load: async () => (await import('./admin/ApiUserRoutes.tsx')).ApiUsersRoute,
  },
  // Without an id, a new one.
  {
    path: '/admin/api/detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:api-users',
    area: '/admin/api/users',
    load: async () => (await import('./admin/ApiUserRoutes.tsx')).NewApiUserRoute,
  },
  {
    path: '/admin/api/detail/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:api-users',
    area: '/admin/api/users',
    load: async () => (await import('./admin/ApiUserRoutes.tsx')).ApiUserRoute,
  },
  {
    path: '/admin/invitations',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:invitations',
    item: { label: t('Invitations'), icon: IconMailForward, key: 'I', group: 'Administration' },
    load: async () => (await import('./admin/AdminInvitationsRoute.tsx')).AdminInvitationsRoute,
  },
  {
    path: '/admin/teams',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:teams',
    item: { label: t('Teams'), icon: IconUsersGroup, key: 'E', group: 'Administration' },
    load: async () => (await import('./admin/AdminTeamsRoute.tsx')).AdminTeamsRoute,
  },
  {
    path: '/admin/mail',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/MailRoute.tsx')).MailRoute,
  },
  // Reached through Administration, and from an account.
  {
    path: '/user-switch',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/UserSwitchRoute.tsx')).UserSwitchRoute,
  },
  // SIDE-40: reached through Administration.
  {
    path: '/admin/ai-workers',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-workers',
    load: async () => (await import('./ai/WorkerRoutes.tsx')).WorkersRoute,
  },
  {
    path: '/admin/ai-model-configuration',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:ai-model-configuration',
    load: async () => (await import('./ai/WorkerRoutes.tsx')).ModelRulesRoute,
  },
  // Reached through Administration, and from the pages below it.
  {
    path: '/admin/masterarbeit',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/RecognitionRoute.tsx')).RecognitionRoute,
  },
  {
    path: '/admin/structures-x',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/SharedStructuresRoute.tsx')).SharedStructuresRoute,
  },
  {
    path: '/admin/structures-x/body-parts',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/BodyPartsRoute.tsx')).BodyPartsRoute,
  },
  {
    path: '/admin/structures-x/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/SharedStructureFormRoute.tsx')).SharedStructureFormRoute,
  },
  {
    path: '/admin/structures-x/$detail/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./admin/SharedStructureFormRoute.tsx')).SharedStructureFormRoute,
  },
  {
    path: '/ai-prompt',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    item: { label: t('AI prompts'), icon: IconMessageCog, key: 'J', group: 'Administration' },
    load: async () => (await import('./admin/PromptsRoute.tsx')).PromptsRoute,
  },
  // ODD-23: static paths first; without an id, the empty form.
  {
    path: '/ai-prompt/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./admin/PromptFormRoute.tsx')).PromptFormRoute,
  },
  {
    path: '/ai-prompt/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./admin/PromptFormRoute.tsx')).PromptFormRoute,
  },
  {
    path: '/ai-prompt/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./admin/PromptRoute.tsx')).PromptRoute,
  },
  {
    path: '/ai-prompt/$id/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./admin/PromptFormRoute.tsx')).PromptFormRoute,
  },
  {
    path: '/admin/roles',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:roles',
    item: { label: t('Roles'), icon: IconShieldLock, key: 'O', group: 'Administration' },
    load: async () => (await import('./admin/AdminRolesRoute.tsx')).AdminRolesRoute,
  },
  {
    path: '/admin/permissions',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:permissions',
    item: { label: t('Permissions'), icon: IconKey, key: 'M', group: 'Administration' },
    load: async () => (await import('./admin/AdminPermissionsRoute.tsx')).AdminPermissionsRoute,
  },
  {
    path: '/admin/log',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    item: { label: t('Log sessions'), icon: IconListDetails, key: 'L', group: 'Administration' },
    load: async () => (await import('./logs/LogSessionsRoute.tsx')).LogSessionsRoute,
  },
  {
    path: '/admin/log/table',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./logs/LogStepsRoute.tsx')).LogStepsRoute,
  },
  {
    path: '/admin/log/detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./logs/LogSessionRoute.tsx')).LogSessionRoute,
  },
  {
    path: '/admin/log/detail/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./logs/LogSessionRoute.tsx')).LogSessionRoute,
  },
  // Reached through Administration (FM-002).
  {
    path: '/admin/commander',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    noindex: true,
    load: async () => (await import('./admin/FilesRoute.tsx')).FilesRoute,
  },
  // Next to the activity log of the users: the record of all server calls (docs/decisions/310).
  {
    path: '/admin/audit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./logs/AuditTrailRoute.tsx')).AuditTrailRoute,
  },
  // ODD-22: a team's slug redirects to that team; every other single segment is unknown.
  { path: '/$team', layout: 'clear', access: 'open', permission: null, load: async () => (await import('./team/TeamRoute.tsx')).TeamRoute },
];

/**
 * Other addresses (ROUTE-029, 042, 043, 088, 094, 098), with the page that they redirect to and the parameters that it receives. The guards
 * of that page decide.
 */
export const LEADS_ON: Readonly<Record<string, string>> = {
  '/serie/organize': '/studies-v2',
  '/studies': '/studies-v2',
  '/studies/list': '/studies-v2/list',
  '/structures/xxx_detail': '/structures/detail',
  '/uploads/index_old': '/uploads',
  '/callback': '/login',
};

/** The redirect target of an address of LEADS_ON, with its query. */
export function leadsOn(to: string, params: Readonly<Record<string, string>>, query: string): string {
  const target = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return target.includes('?') ? target + query.replace('?', '&') : target + query;
}

/** SIDE-13: items without a granted permission are hidden. */
export function sidebarItems(permissions: ReadonlySet<string>): (RouteEntry & { item: SidebarItem })[] {
  return ROUTES.filter((entry): entry is RouteEntry & { item: SidebarItem } => entry.item !== undefined).filter(
    (entry) => entry.permission === null || permissions.has(entry.permission),
  );
}

/** Items that follow each other under one caption; null: none. */
export function sidebarGroups(permissions: ReadonlySet<string>): { name: SidebarGroup | null; items: ReturnType<typeof sidebarItems> }[] {
  const groups: { name: SidebarGroup | null; items: ReturnType<typeof sidebarItems> }[] = [];
  for (const entry of sidebarItems(permissions)) {
    const name = entry.item.group ?? null;
    if (groups.at(-1)?.name !== name || groups.length === 0) groups.push({ name, items: [] });
    groups.at(-1)!.items.push(entry);
  }
  return groups;
}

/** Number of areas in the bottom bar of a phone. */
const GOALS = 4;

/** The items of the bottom bar, those with a place in it first, and the others, which are in "More". */
export function phoneItems(permissions: ReadonlySet<string>): Record<'bar' | 'more', ReturnType<typeof sidebarItems>> {
  const items = sidebarItems(permissions);
  const placed = items.toSorted((a, b) => (a.item.goal ?? GOALS) - (b.item.goal ?? GOALS));
  const bar = placed.slice(0, GOALS);
  return { bar, more: items.filter((entry) => !bar.includes(entry)) };
}

/** The item of an address: every page of an area marks the same item as current. */
export function areaOf(pathname: string): string | null {
  const entry = routeOf(pathname);
  return entry?.area ?? entry?.path ?? null;
}

/** Whether an area is one of administration that has no item itself. */
export const isAdministration = (area: string | null): boolean =>
  area !== null && /^\/(admin(\/|$)|user-switch$)/.test(area) && ROUTES.every(({ path, item }) => path !== area || item === undefined);

/** The row of an address; null for an unknown one. A literal path takes precedence over a parameter. */
export function routeOf(pathname: string): RouteEntry | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return ROUTES.find((entry) => entry.path === path) ?? ROUTES.find((entry) => matches(entry.path, path)) ?? null;
}

/** Whether a path from the server leads to a page of a team. Some fill the page, as the annotator does. */
export function isBuilt(url: string): boolean {
  const entry = routeOf(pathOf(url));
  return entry?.layout === 'app' || (entry?.layout === 'clear' && entry.access === 'signed-in');
}

/** Whether it does, and this user may see that page. */
export function mayVisit(url: string, permissions: ReadonlySet<string>): boolean {
  const permission = routeOf(pathOf(url))?.permission ?? null;
  return isBuilt(url) && (permission === null || permissions.has(permission));
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function matches(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === found.length && wanted.every((part, index) => (part.startsWith('$') ? found[index] !== '' : part === found[index]))
  );
}
