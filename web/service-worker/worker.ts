/**
 * The service worker, one for the whole site: the app and the scorer's desk open without a network (E-PWA-1). Each part
 * below listens for its own events; web/worker-build.ts builds them into /service-worker.js with every release.
 */
import './routes.ts';
import './release.ts';
import './answers.ts';
import './push.ts';
