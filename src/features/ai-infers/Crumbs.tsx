import { Link } from '@tanstack/react-router';
import { TEXTS } from './texts.ts';

export const InfersCrumb = () => <Link to="/ai-infers">{TEXTS.infers}</Link>;
export const BatchesCrumb = () => (
  <Link to="/admin/batch-infer" activeProps={NOT_MARKED}>
    {TEXTS.batches}
  </Link>
);

/** A batch is a query of the same address. */
const NOT_MARKED = { 'aria-current': undefined } as const;
