/**
 * Static routes (Chromium only) that bypass the service worker. A keepalive request that passes through the worker ends
 * with its page, and the server would not learn that watching has stopped. Video segments need not pass through it
 * either.
 */
import { worker } from './worker-scope.ts';

/** Missing in TypeScript's DOM types. */
interface RoutableInstall {
  addRoutes?: (rules: { condition: Condition; source: 'network' }[]) => Promise<void>;
}
interface Condition {
  requestMethod?: string;
  urlPattern?: string;
  not?: Condition;
}

const methods = ['PATCH', 'PUT', 'POST', 'DELETE'].map((requestMethod): Condition => ({ requestMethod }));
const logouts = ['/api/session/logout', '/api/live/session/logout'].map((urlPattern): Condition => ({ urlPattern }));
const otherHosts: Condition = { not: { urlPattern: `${location.origin}/*` } };

worker.addEventListener('install', (event) => {
  // Separate calls, because a browser that lacks one kind of condition rejects the whole call.
  for (const conditions of [[...methods, ...logouts], [otherHosts]]) bypassWorker(event as RoutableInstall, conditions);
});

async function bypassWorker(event: RoutableInstall, conditions: Condition[]): Promise<void> {
  await event.addRoutes?.(conditions.map((condition) => ({ condition, source: 'network' }))).catch(() => undefined);
}
