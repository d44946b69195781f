export { TrainingFormPage as TrainingFormRoute } from '#features/ai-trainings/TrainingFormPage.tsx';
export { TrainingPage as TrainingRoute } from '#features/ai-trainings/TrainingPage.tsx';
export { TrainingsPage as TrainingsRoute } from '#features/ai-trainings/TrainingsPage.tsx';
