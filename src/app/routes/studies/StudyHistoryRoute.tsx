export { HistoryPage as StudyHistoryRoute } from '#features/studies/history/HistoryPage.tsx';
