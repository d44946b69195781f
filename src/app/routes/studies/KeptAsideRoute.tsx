import { askAsideStates } from '#app/masks/ask-aside-states.ts';
import { useOwn } from '#app/session/visit-context.tsx';
import { KeptAsidePage } from '#features/kept-aside/KeptAsidePage.tsx';

export function KeptAsideRoute() {
  const { db } = useOwn();
  return <KeptAsidePage onDecided={() => askAsideStates(db)} />;
}
