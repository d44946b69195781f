import {
  IconAngle,
  IconArrowDownLeft,
  IconArrowsCross,
  IconColorPicker,
  IconLasso,
  IconMapPin,
  IconOval,
  IconPhotoStar,
  IconRectangle,
  IconRuler2,
  IconSquare,
  type Icon,
} from '@tabler/icons-react';
import type { MeasurementKind } from '#contract/measurements.ts';

export const KIND_ICONS: Record<MeasurementKind, Icon> = {
  length: IconRuler2,
  angle: IconAngle,
  ellipse: IconOval,
  rectangle: IconRectangle,
  freehand: IconLasso,
  bidirectional: IconArrowsCross,
  probe: IconColorPicker,
  arrow: IconArrowDownLeft,
  point: IconMapPin,
  box: IconSquare,
  'key-image': IconPhotoStar,
};
