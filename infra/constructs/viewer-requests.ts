/**
 * CloudFront functions that change a request before anything else sees it: a prefix that the origin does not know, the
 * app's screens, and the viewer's address for the API.
 */
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Behaviour } from '../cdn.ts';

export class ViewerRequests {
  readonly #scope: Construct;
  readonly #name: string;
  readonly #made = new Map<string, CloudFrontFunction>();

  constructor(scope: Construct, name: string) {
    this.#scope = scope;
    this.#name = name;
  }

  of(behaviour: Behaviour): CloudFrontFunction | undefined {
    const code = viewerRequestCode(behaviour);
    if (!code) return undefined;
    const known = this.#made.get(code);
    if (known) return known;
    const role = behaviour.origin === 'api' ? 'api' : 'screens';
    const made = new CloudFrontFunction(this.#scope, `Request-${role}`, {
      functionName: `${this.#name}-${role}`,
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    });
    this.#made.set(code, made);
    return made;
  }
}

/** The function's source, or undefined when nothing is to be changed. */
export function viewerRequestCode({ origin, stripPrefix, screens = [] }: Behaviour): string | undefined {
  const steps: string[] = [];
  if (origin === 'api') {
    // Overwrites what a viewer may have sent under this name.
    steps.push("request.headers['x-viewer-address'] = { value: event.viewer.ip };");
  }
  if (stripPrefix) {
    steps.push(
      `if (request.uri.indexOf(${JSON.stringify(`${stripPrefix}/`)}) === 0) request.uri = request.uri.slice(${stripPrefix.length});`,
    );
  }
  if (screens.length > 0) {
    const pages = screens.map(
      ({ under, page }) =>
        `if (request.uri.indexOf(${JSON.stringify(under)}) === 0) request.uri = ${JSON.stringify(page)};`,
    );
    steps.push(`if (request.uri.slice(request.uri.lastIndexOf('/')).indexOf('.') === -1) { ${pages.join(' else ')} }`);
  }
  if (steps.length === 0) return undefined;
  return [
    'function handler(event) {',
    '  var request = event.request;',
    ...steps.map((step) => `  ${step}`),
    '  return request;',
    '}',
  ].join('\n');
}
