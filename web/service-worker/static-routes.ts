/**
 * Static routes (Chromium) that bypass the worker: a keepalive request would otherwise end with its page while it is
 * passing through the worker, and the server would not learn that watching stopped. Video segments skip the detour too.
 */
import { worker } from './worker-scope.ts';

/** Not yet in TypeScript's DOM types. */
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
  // Separate calls: a browser that does not support one kind of condition rejects the whole call.
  for (const conditions of [[...methods, ...logouts], [otherHosts]]) bypassWorker(event as RoutableInstall, conditions);
});

async function bypassWorker(event: RoutableInstall, conditions: Condition[]): Promise<void> {
  await event.addRoutes?.(conditions.map((condition) => ({ condition, source: 'network' }))).catch(() => undefined);
}
