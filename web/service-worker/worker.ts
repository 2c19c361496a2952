/**
 * The site's service worker: opens app and scorer app without a network. web/build/service-worker.ts bundles it into
 * /service-worker.js with every release.
 */
import './static-routes.ts';
import './release-cache.ts';
import './offline-answers.ts';
import './push.ts';
