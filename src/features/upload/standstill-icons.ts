import { IconAlertOctagon, IconDatabase, IconHourglass, IconPlugConnectedX, IconUser, type Icon } from '@tabler/icons-react';
import type { StandstillLook } from './standstill.ts';

export const STANDSTILL_ICONS: Record<StandstillLook, Icon> = {
  failed: IconAlertOctagon,
  person: IconUser,
  network: IconPlugConnectedX,
  full: IconDatabase,
  patience: IconHourglass,
};
