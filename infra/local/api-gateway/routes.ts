/** Selects the most specific route: in each segment a literal precedes `{name}`; `$default` is the last. */
export interface RouteMatch<Route> {
  route: Route;
  /** Percent-decoded. */
  parameters: Record<string, string>;
}

interface CompiledRoute<Route> {
  route: Route;
  segments: string[];
  /** Sort key: a lower rank is more specific. */
  rank: string;
}

export function compileRoutes<Route extends { routeKey: string }>(
  routes: Route[],
): (path: string) => RouteMatch<Route> | undefined {
  const fallback = routes.find((route) => route.routeKey === '$default');
  const compiled = routes.filter((route) => route !== fallback).map(compile);
  compiled.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const shapes = compiled.map(toShape);
  const duplicate = compiled.find((one, at) => shapes.indexOf(toShape(one)) < at);
  if (duplicate) throw new Error(`Two routes for ${duplicate.route.routeKey}`);

  return (path) => {
    const segments = path.split('/').slice(1).map(decodeURIComponent);
    // The service ignores one trailing slash.
    if (segments.length > 1 && segments.at(-1) === '') segments.pop();
    for (const candidate of compiled) {
      const parameters = match(candidate.segments, segments);
      if (parameters) return { route: candidate.route, parameters };
    }
    return fallback && { route: fallback, parameters: {} };
  };
}

function compile<Route extends { routeKey: string }>(route: Route): CompiledRoute<Route> {
  const path = /^ANY (\/\S*)$/.exec(route.routeKey)?.[1];
  if (path === undefined) throw new Error(`Invalid route key: ${route.routeKey}`);
  const segments = path.split('/').slice(1);
  return { route, segments, rank: segments.map((segment) => (isParameter(segment) ? 1 : 0)).join('') };
}

/** `segments` are decoded. */
function match(template: string[], segments: string[]): Record<string, string> | undefined {
  // Most routes differ in their first segment, so this check rejects them quickly.
  const [first = ''] = template;
  if (first !== segments[0] && !first.startsWith('{')) return undefined;
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [at, part] of template.entries()) {
    const segment = segments[at];
    if (!segment && part !== segment) return undefined;
    if (isParameter(part)) parameters[part.slice(1, -1)] = segment ?? '';
    else if (segment !== part) return undefined;
  }
  return parameters;
}

const isParameter = (segment: string) => segment.startsWith('{') && segment.endsWith('}');

const toShape = ({ segments }: { segments: string[] }) =>
  segments.map((segment) => (isParameter(segment) ? '{}' : segment)).join('/');
