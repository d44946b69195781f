/** Texts of the viewer for headsets. */
export const XR_TEXTS = {
  title: 'XR viewer',
  annotator: 'Annotator',
  noSegmentations: 'This study has no segmentation with a mask.',
  notFound: 'This segmentation is not known here.',
  loading: 'Loading the segmentation',
  noGrid: 'The slices of this segmentation are not known here.',
  unreadable: 'What was drawn could not be read.',
  help: 'Drag turns · wheel zooms · C cuts · [ ] move the cut',
  cut: 'Cut from here',
  cutAgain: 'Cut from here again',
  uncut: 'Whole again',
  depth: 'Depth of the cut',
  enter: 'Enter XR',
  entering: 'Entering XR',
  leave: 'Leave XR',
  unknown: 'Looking for a headset',
  none: 'This browser has no headset. The same scene is shown here.',
  insecure: 'A headset needs an address that begins with https. The same scene is shown here.',
  ready: 'A headset is ready.',
  inside: 'The scene is in the headset. A grip moves it, the other trigger holds the cut.',
  refused: 'The headset could not be entered. Put it on, allow this page to use it, and try again.',
  open: 'Open in XR',
  smoothed: 'surface of segments · smoothed',
} as const;

export function hiddenText({ cut, all }: { cut: number; all: number }): string {
  return all === 0 ? '' : `${Math.round((100 * cut) / all)} % is cut away`;
}
