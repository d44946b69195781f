import { Link } from '@tanstack/react-router';
import { TEXTS } from './texts.ts';

export const PipelinesCrumb = () => <Link to="/pipeline">{TEXTS.pipelines}</Link>;
