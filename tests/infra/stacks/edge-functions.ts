/** The CloudFront functions of the behaviours, run in a sandbox. */
import { Script } from 'node:vm';
import { type Behaviour, mediaBehaviours } from '../../../infra/cdn.ts';
import { createViewerRequestCode } from '../../../infra/constructs/viewer-requests.ts';

interface ViewerRequest {
  uri: string;
  querystring?: Record<string, { value: string }>;
  headers: Record<string, { value: string }>;
}

export function run(
  behaviour: Behaviour | undefined,
  uri: string,
  headers: ViewerRequest['headers'] = {},
): ViewerRequest {
  const code = behaviour && createViewerRequestCode(behaviour);
  if (!code) return { uri, headers };
  const handler = new Script(`${code}\nhandler;`).runInNewContext() as (event: object) => ViewerRequest;
  return handler({ viewer: { ip: '198.51.100.7' }, request: { uri, headers: { ...headers } } });
}

export async function findStatus(
  uri: string,
  entries: Record<string, string>,
  broken: Record<string, () => Promise<never>> = {},
): Promise<number> {
  const behaviour = mediaBehaviours.find(({ path }) => path === '*');
  const code = String(behaviour && createViewerRequestCode(behaviour)).replace("import cf from 'cloudfront';", '');
  const store = {
    exists: async (key: string) => key in entries,
    get: async (key: string) => entries[key] ?? Promise.reject(new Error(`KeyNotFound: ${key}`)),
    ...broken,
  };
  const context = { cf: { kvs: () => store } };
  const handler = new Script(`${code}\nhandler;`).runInNewContext(context) as (event: object) => Promise<object>;
  const answer = await handler({ viewer: {}, request: { uri, headers: {} } });
  return 'statusCode' in answer ? Number(answer.statusCode) : 200;
}
