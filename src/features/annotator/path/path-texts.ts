import { inContext, t } from '#language/t.ts';
import { formatDecimal } from '#ui/format.ts';

const mmText = (mm: number): string => formatDecimal(mm, 1);

export const PATH_TEXTS = {
  title: inContext('curve', 'Path'),
  drawing: t('Drawing the path'),
  hint: t('Click along the vessel, the spine or the root canal. Points may lie on different slices and in several panes.'),
  onePoint: t('One point. A path needs two.'),
  drawn: (count: number, mm: number): string => t('{count, plural, one {# point} other {# points}}, {mm} mm', { count, mm: mmText(mm) }),
  show: t('Show along the path'),
  hide: t('Hide along the path'),
  across: t('Show cross-section'),
  notAcross: t('Hide cross-section'),
  drop: t('Delete the last point'),
  remove: t('Delete the path'),
  turned: t('Turned about the path'),
  degrees: (degrees: number): string => `${Math.round(degrees)}°`,
  width: t('Width across the path'),
  kept: t('It is kept on this device only.'),
  none: t('No path was drawn. Choose the tool “Path”.'),
  elsewhere: t('The path was drawn in another space: another frame of reference without a registration. Delete it to draw one here.'),
  in3d: t('The active pane shows 3D. Choose one that shows a picture.'),
  noPlace: t('The header does not say where this picture lies in the patient.'),
  full: (most: number): string => t('A path has at most {most} points.', { most }),
  atMm: (mm: number): string => `${mmText(mm)} mm`,
  /** At the pointer: along the path, and beside it. */
  pointed: (along: number, beside: number): string =>
    t('{along} mm along, {beside} mm beside', { along: mmText(along), beside: mmText(beside) }),
  position: (mm: number, of: number): string => t('{mm} of {of} mm along the path', { mm: mmText(mm), of: mmText(of) }),
  /** In the corner of the picture, as of slices. */
  shortPosition: (mm: number, of: number): string => `${mmText(mm)} / ${mmText(of)} mm`,
  positionOf: (name: string): string => t('Position along the path of {name}', { name }),
  trust: (degrees: number): string =>
    degrees === 0 ? t('reformatted along a path') : t('reformatted along a path, turned by {degrees}°', { degrees: Math.round(degrees) }),
} as const;
