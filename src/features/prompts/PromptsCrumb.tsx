import { Link } from '@tanstack/react-router';
import { TEXTS } from './texts.ts';

export function PromptsCrumb() {
  return <Link to="/ai-prompt">{TEXTS.prompts}</Link>;
}
