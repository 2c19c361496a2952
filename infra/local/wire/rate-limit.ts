import { ServiceError } from './http-server.ts';

/** Creates a function that throws the service's error above `perSecond` calls. */
export function createRateLimit(perSecond: number, code: string, status?: number): () => void {
  let second = 0;
  let calls = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, calls] = [now, 0];
    calls += 1;
    if (calls > perSecond) throw new ServiceError(code, 'Rate exceeded', status);
  };
}
