import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { XrSessionPage, XrWorker } from '#contract/xr-sessions.ts';

const viewers = { permission: 'r:studies' } as const;

/** Who looked at surfaces in 3D (docs/decisions/390). */
export const XR_SESSION_CALLS = {
  xrSessions: {
    id: 'PCALL-35',
    base: 'api',
    method: 'GET',
    path: 'xr-sessions',
    access: { permission: 'r:xr-sessions' },
    query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
    answer: XrSessionPage,
    summary: 'Sessions of the team in the viewer for headsets, newest first, of the last 180 days',
  },
  xrWorkers: {
    id: 'PCALL-34-xr',
    base: 'api',
    method: 'GET',
    path: 'xr-workers',
    access: { permission: 'r:xr-workers' },
    answer: z.object({ data: z.array(XrWorker) }),
    summary: 'Browsers of the team that draw scenes for headsets, last seen first: at most two hundred, of the last 180 days',
  },
  startXrSession: {
    id: 'PCALL-35-start',
    base: 'api',
    method: 'POST',
    path: 'xr-sessions',
    access: viewers,
    body: z.object({ uuid: Uuid, study: Uuid, segmentation: Uuid }),
    answer: z.object({ data: z.null() }),
    summary: 'Somebody has opened a segmentation in the viewer for headsets',
  },
  keepXrSession: {
    id: 'PCALL-35-keep',
    base: 'api',
    method: 'PUT',
    path: 'xr-sessions/:uuid',
    access: viewers,
    params: z.object({ uuid: Uuid }),
    body: z.object({ headset: z.boolean(), ended: z.boolean() }),
    answer: z.object({ data: z.null() }),
    repeats: true,
    summary: 'The session goes on, or has ended. Without this call for two minutes it has ended',
  },
} as const;
