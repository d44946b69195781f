import { IconAlertOctagon, IconDatabase, IconHourglass, IconLock, IconPlugConnectedX, IconUser, type Icon } from '@tabler/icons-react';
import type { StallLook } from './stalled.ts';

export const STALL_ICONS: Record<StallLook, Icon> = {
  failed: IconAlertOctagon,
  person: IconUser,
  lock: IconLock,
  network: IconPlugConnectedX,
  full: IconDatabase,
  patience: IconHourglass,
};
