import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CasePage } from '#features/annotator/CasePage.tsx';
import { annotatorPath } from '#model/addresses/annotator-address.ts';

/** ROUTE-096, ODD-24: the annotator of a case, with the same query. */
export function CaseRoute() {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useLocation({ select: (location) => location.searchStr });
  const { history } = useRouter();
  // As an address and not as a search object, which would change how the query is written. Back returns to the page before.
  const open = useCallback((uuid: string) => history.replace(`${annotatorPath({ uuid, modality: '' })}${query}`), [history, query]);
  return <CasePage id={id} onFound={open} />;
}
