import { createRoot } from 'react-dom/client';
import { startClient } from '../sync/client/index.ts';
import { App, appRouter } from './app.tsx';
import { browserShell } from './data/service-worker.ts';
import { startLanguage } from './i18n/language.ts';

const client = await startClient();
const shell = browserShell();
const router = appRouter(client);

// With the app shell on the device, waiting for the session saves nothing.
if ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null) {
  const [routes] = router.getMatchedRoutes(location.pathname);
  for (const route of routes) {
    // A chunk that fails to load is reported when it is rendered.
    router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

await startLanguage();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<App client={client} shell={shell} router={router} />);
