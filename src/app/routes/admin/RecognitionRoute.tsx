export { RecognitionPage as RecognitionRoute } from '#features/administration/recognition/RecognitionPage.tsx';
