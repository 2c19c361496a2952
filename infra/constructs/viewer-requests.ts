/**
 * CloudFront functions for viewer requests: they refuse withdrawn media, strip the API's prefix, map addresses to
 * pages, and pass the viewer's IP address to the API.
 */
import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionRuntime,
  type IKeyValueStore,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { addressFolders, type Behaviour } from '../cdn.ts';
import { findRefusalCode, refusalStep } from '../edge-withdrawals.ts';

export class ViewerRequests {
  readonly #scope: Construct;
  readonly #name: string;
  readonly #functions = new Map<string, CloudFrontFunction>();

  readonly #withdrawals: IKeyValueStore | undefined;

  constructor(scope: Construct, name: string, withdrawals: IKeyValueStore | undefined) {
    this.#scope = scope;
    this.#name = name;
    this.#withdrawals = withdrawals;
  }

  findOrCreate(behaviour: Behaviour): CloudFrontFunction | undefined {
    const code = createViewerRequestCode(behaviour);
    if (!code) return undefined;
    const existing = this.#functions.get(code);
    if (existing) return existing;
    if (behaviour.withdrawable && !this.#withdrawals)
      throw new Error(`The behaviour ${behaviour.path} lacks the store of withdrawals`);
    const role = findRole(behaviour);
    const created = new CloudFrontFunction(this.#scope, `Request-${role}`, {
      functionName: `${this.#name}-${role}`,
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
      ...(behaviour.withdrawable && this.#withdrawals && { keyValueStore: this.#withdrawals }),
    });
    this.#functions.set(code, created);
    return created;
  }
}

/** Returns a part of the function's name. */
function findRole({ cache, page, files, hasAddressFolders, withdrawable, headers }: Behaviour): string {
  if (hasAddressFolders) return 'files';
  if (withdrawable) return 'media';
  if (cache === 'page') return 'pages';
  if (files) return 'dotted';
  if (!page) return 'api';
  return headers === 'camera' ? 'camera' : 'screens';
}

/** Returns the function's source; undefined where the request needs no change. */
export function createViewerRequestCode({
  origin,
  cache,
  stripPrefix,
  hasAddressFolders,
  page,
  files,
  withdrawable,
}: Behaviour): string | undefined {
  const steps: string[] = withdrawable ? [refusalStep] : [];
  if (cache === 'page' && page) {
    // Replaces the viewer's query, so that each address has one cached response.
    steps.push('request.querystring = { page: { value: encodeURIComponent(request.uri) } };');
  } else if (origin === 'api' && cache !== 'page' && cache !== 'path') {
    // Overwrites a header that the viewer may have forged.
    steps.push("request.headers['x-viewer-address'] = { value: event.viewer.ip };");
  }
  if (hasAddressFolders) {
    steps.push(
      `var folder = /^\\/(${addressFolders.join('|')})\\//.exec(request.uri);`,
      'if (folder) request.uri = request.uri.slice(folder[0].length - 1);',
    );
  }
  if (stripPrefix) {
    steps.push(
      `if (request.uri.indexOf(${JSON.stringify(`${stripPrefix}/`)}) === 0) request.uri = request.uri.slice(${stripPrefix.length});`,
    );
  }
  if (page) steps.push(`${files ? `if (!/${files}/.test(request.uri)) ` : ''}request.uri = ${JSON.stringify(page)};`);
  if (steps.length === 0) return undefined;
  return [
    ...(withdrawable ? ["import cf from 'cloudfront';", 'var store = cf.kvs();', findRefusalCode] : []),
    `${withdrawable ? 'async ' : ''}function handler(event) {`,
    '  var request = event.request;',
    ...steps.map((step) => `  ${step}`),
    '  return request;',
    '}',
  ].join('\n');
}
