import { Link } from '@tanstack/react-router';
import { classNames } from '#ui/class-names.ts';
import classes from './Prompts.module.css';
import { TEXTS } from './texts.ts';

export function PromptsCrumb() {
  return (
    <Link to="/ai-prompt" className={classNames(classes.crumb)}>
      {TEXTS.prompts}
    </Link>
  );
}
