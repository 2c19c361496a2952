/**
 * The service worker of the site: opens the app and the scorer app without a network. web/worker-build.ts bundles it
 * into /service-worker.js with every release.
 */
import './routes.ts';
import './release.ts';
import './answers.ts';
import './push.ts';
