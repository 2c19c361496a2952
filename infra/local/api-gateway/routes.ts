/**
 * Selects the most specific route: per segment a literal precedes `{name}`, which precedes `{name+}`; an exact method
 * precedes ANY; `$default` is the fallback.
 */
export interface RouteMatch<Route> {
  route: Route;
  /** Percent-decoded. */
  parameters: Record<string, string>;
}

interface CompiledRoute<Route> {
  route: Route;
  method: string;
  segments: string[];
  /** Sort key; lower is more specific. */
  rank: string;
}

export function compileRoutes<Route extends { routeKey: string }>(
  routes: Route[],
  stage: string,
): (method: string, path: string) => RouteMatch<Route> | undefined {
  const fallback = routes.find((route) => route.routeKey === '$default');
  const compiled = routes.filter((route) => route !== fallback).map(compile);
  compiled.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const duplicate = compiled.find((one, at) => {
    const next = compiled[at + 1];
    return next?.rank === one.rank && toShape(next) === toShape(one);
  });
  if (duplicate) throw new Error(`Two routes for ${duplicate.route.routeKey}`);
  const filterByMethod = (method: string) => compiled.filter((one) => one.method === method || one.method === 'ANY');
  const byMethod = new Map(methods.map((method) => [method, filterByMethod(method)]));
  const byAny = filterByMethod('ANY');

  return (method, path) => {
    const pathInStage = stage === '$default' ? path : stripStage(path, stage);
    if (pathInStage === undefined) return undefined;
    const segments = pathInStage.split('/').slice(1).map(decodeURIComponent);
    // The service ignores one trailing slash.
    if (segments.length > 1 && segments.at(-1) === '') segments.pop();
    for (const candidate of byMethod.get(method) ?? byAny) {
      const parameters = match(candidate.segments, segments);
      if (parameters) return { route: candidate.route, parameters };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const routeKeyPattern = new RegExp(`^(${methods.join('|')}|ANY) (/\\S*)$`);

function compile<Route extends { routeKey: string }>(route: Route): CompiledRoute<Route> {
  const found = routeKeyPattern.exec(route.routeKey);
  if (!found) throw new Error(`Invalid route key: ${route.routeKey}`);
  const [, method = '', path = ''] = found;
  const segments = path.split('/').slice(1);
  const ranks = segments.map((segment) => (isGreedy(segment) ? 2 : isParameter(segment) ? 1 : 0));
  return { route, method, segments, rank: `${ranks.join('')}${method === 'ANY' ? 'b' : 'a'}` };
}

/** `segments` are decoded. */
function match(template: string[], segments: string[]): Record<string, string> | undefined {
  // Fast path: most routes differ in their first segment.
  const [first = ''] = template;
  if (first !== segments[0] && !first.startsWith('{')) return undefined;
  const parameters: Record<string, string> = {};
  for (const [at, part] of template.entries()) {
    const segment = segments[at];
    if (!segment && part !== segment) return undefined;
    if (isGreedy(part)) {
      parameters[part.slice(1, -2)] = segments.slice(at).join('/');
      return parameters;
    }
    if (isParameter(part)) parameters[part.slice(1, -1)] = segment ?? '';
    else if (segment !== part) return undefined;
  }
  return template.length === segments.length ? parameters : undefined;
}

const isParameter = (segment: string) => segment.startsWith('{') && segment.endsWith('}');

const isGreedy = (segment: string) => segment.startsWith('{') && segment.endsWith('+}');

const toShape = ({ method, segments }: { method: string; segments: string[] }) =>
  `${method} ${segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/')}`;

function stripStage(path: string, stage: string): string | undefined {
  if (path === `/${stage}`) return '/';
  return path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : undefined;
}
