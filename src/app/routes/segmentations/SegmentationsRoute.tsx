export { SegmentationsPage as SegmentationsRoute } from '#features/segmentations/list/SegmentationsPage.tsx';
