import { Link } from '@tanstack/react-router';
import { TEXTS } from './texts.ts';

export const TrainingsCrumb = () => <Link to="/ai2-trainings">{TEXTS.trainings}</Link>;
