export { DeidentificationPage as TeamDeidentificationRoute } from '#features/team/DeidentificationPage.tsx';
