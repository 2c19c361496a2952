/**
 * What the worker has no answer to goes past it, where a browser can be told so (Static Routing, Chromium): a request that
 * is to outlive its page ends with the page while it is still on its way through the worker, and nobody watches any more
 * only once that has been said (V-PLAY-6). The parts of a video are spared the detour as well.
 */
import { worker } from './scope.ts';

/** As TypeScript does not know it yet. */
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
  // Apart: a browser that does not know one kind of condition refuses all that come with it.
  for (const conditions of [[...methods, ...logouts], [otherHosts]]) goPast(event as RoutableInstall, conditions);
});

async function goPast(event: RoutableInstall, conditions: Condition[]): Promise<void> {
  await event.addRoutes?.(conditions.map((condition) => ({ condition, source: 'network' }))).catch(() => undefined);
}
