export { SegmentsPage as SegmentsRoute } from '#features/segmentations/list/SegmentsPage.tsx';
