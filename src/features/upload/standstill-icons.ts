import { IconAlertOctagon, IconDatabase, IconHourglass, IconLock, IconPlugConnectedX, IconUser, type Icon } from '@tabler/icons-react';
import type { StandstillLook } from './standstill.ts';

export const STANDSTILL_ICONS: Record<StandstillLook, Icon> = {
  failed: IconAlertOctagon,
  person: IconUser,
  lock: IconLock,
  network: IconPlugConnectedX,
  full: IconDatabase,
  patience: IconHourglass,
};
