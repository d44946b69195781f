import { t } from '#language/t.ts';

/** Texts of the viewer for headsets. */
export const XR_TEXTS = {
  title: t('XR viewer'),
  annotator: t('Annotator'),
  noSegmentations: t('This study has no segmentation with a mask.'),
  notFound: t('This segmentation is not known here.'),
  loading: t('Loading the segmentation'),
  noGrid: t('The slices of this segmentation are not known here.'),
  unreadable: t('What was drawn could not be read.'),
  help: t('Drag turns · wheel zooms · C cuts · [ ] move the cut'),
  enter: t('Enter XR'),
  entering: t('Entering XR'),
  leave: t('Leave XR'),
  unknown: t('Looking for a headset'),
  none: t('This browser has no headset. The same scene is shown here.'),
  insecure: t('A headset needs an address that begins with https. The same scene is shown here.'),
  ready: t('A headset is ready.'),
  inside: t('The scene is in the headset. A grip moves it, the other trigger holds the cut.'),
  refused: t('The headset could not be entered. Put it on, allow this page to use it, and try again.'),
  open: t('Open in XR'),
  smoothed: t('surface of segments · smoothed'),
} as const;

export function hiddenText({ cut, all }: { cut: number; all: number }): string {
  return all === 0 ? '' : t('{percent} % is cut away', { percent: Math.round((100 * cut) / all) });
}
