import { Link } from '@tanstack/react-router';
import { TEXTS } from './texts.ts';

export function StructuresCrumb() {
  return <Link to="/structures">{TEXTS.structures}</Link>;
}
