import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { coverPage } from './lock/cover-page.ts';
import { listenForInstallPrompt } from './install/use-install-offer.ts';
import { createAppRouter } from './routes/create-router.tsx';
import { createVisit } from './session/create-visit.ts';
import { listenForInvitationLink, takeInvitationLink } from './session/invitation-link.ts';
import { registerServiceWorker } from './update/service-worker.ts';

takeInvitationLink();
listenForInvitationLink();
listenForInstallPrompt();
void registerServiceWorker();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const visit = await createVisit();
coverPage(visit.lock);
createRoot(root).render(
  <StrictMode>
    <App visit={visit} router={createAppRouter(visit)} />
  </StrictMode>,
);
