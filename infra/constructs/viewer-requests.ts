/**
 * CloudFront functions for viewer requests: strip the API's prefix, map addresses to pages, and pass the viewer's IP
 * address to the API.
 */
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Behaviour } from '../cdn.ts';

export class ViewerRequests {
  readonly #scope: Construct;
  readonly #name: string;
  readonly #functions = new Map<string, CloudFrontFunction>();

  constructor(scope: Construct, name: string) {
    this.#scope = scope;
    this.#name = name;
  }

  findOrCreate(behaviour: Behaviour): CloudFrontFunction | undefined {
    const code = createViewerRequestCode(behaviour);
    if (!code) return undefined;
    const existing = this.#functions.get(code);
    if (existing) return existing;
    const role =
      behaviour.cache === 'page' ? 'pages' : behaviour.page ? 'screens' : behaviour.signedUrls ? 'signed' : 'api';
    const created = new CloudFrontFunction(this.#scope, `Request-${role}`, {
      functionName: `${this.#name}-${role}`,
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    });
    this.#functions.set(code, created);
    return created;
  }
}

/** Source of the function; undefined where the request needs no change. */
export function createViewerRequestCode({ origin, cache, stripPrefix, page }: Behaviour): string | undefined {
  const steps: string[] = [];
  if (cache === 'page' && page) {
    // Replaces the viewer's query, so that each address has one cached response.
    steps.push('request.querystring = { page: { value: encodeURIComponent(request.uri) } };');
  } else if (origin === 'api' && cache !== 'page') {
    // Overwrites a value that the viewer may have forged.
    steps.push("request.headers['x-viewer-address'] = { value: event.viewer.ip };");
  }
  if (stripPrefix) {
    steps.push(
      `if (request.uri.indexOf(${JSON.stringify(`${stripPrefix}/`)}) === 0) request.uri = request.uri.slice(${stripPrefix.length});`,
    );
  }
  if (page) steps.push(`request.uri = ${JSON.stringify(page)};`);
  if (steps.length === 0) return undefined;
  return [
    'function handler(event) {',
    '  var request = event.request;',
    ...steps.map((step) => `  ${step}`),
    '  return request;',
    '}',
  ].join('\n');
}
