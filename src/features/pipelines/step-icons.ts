import {
  IconArrowsMove,
  IconBell,
  IconDatabase,
  IconHourglass,
  IconLayoutKanban,
  IconShape,
  IconShieldSearch,
  IconSparkles,
  IconTag,
  IconTransform,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { StepType } from '#contract/pipelines.ts';

export const STEP_ICONS: Record<StepType, Icon> = {
  wait: IconHourglass,
  convert: IconTransform,
  check: IconShieldSearch,
  register: IconArrowsMove,
  infer: IconSparkles,
  segment: IconShape,
  ask: IconUserQuestion,
  label: IconTag,
  project: IconLayoutKanban,
  dataset: IconDatabase,
  notify: IconBell,
};
