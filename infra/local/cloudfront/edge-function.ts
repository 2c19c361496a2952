/** Runs the media host's function on requests for withdrawn media, from CloudFront's source. */
import type { ServerResponse } from 'node:http';
import { Script } from 'node:vm';
import { findRefusalCode } from '../../edge-withdrawals.ts';
import type { EdgeStore } from '../key-value-store/key-value-store.ts';

type FindRefusal = (uri: string, store: EdgeStore) => Promise<number>;

const findRefusal = new Script(`${findRefusalCode}\nfindRefusal;`).runInThisContext() as FindRefusal;

/** Answers a withdrawn path, and returns whether it did. */
export async function refuseWithdrawn(path: string, store: EdgeStore, response: ServerResponse): Promise<boolean> {
  const status = await findRefusal(path, store);
  if (status === 0) return false;
  response
    .writeHead(status, { 'cache-control': 'no-store', 'access-control-allow-origin': '*', 'content-length': 0 })
    .end();
  return true;
}
