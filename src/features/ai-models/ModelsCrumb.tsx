import { Link } from '@tanstack/react-router';
import { TEXTS } from './texts.ts';

export const ModelsCrumb = () => <Link to="/ai2-model">{TEXTS.models}</Link>;
