/** A server that answers `GET /<n>` with n bytes. Sends its parent its address. */
import { randomBytes } from 'node:crypto';
import { listenWithManySockets } from '../../infra/local/wire/http-server.ts';

const bytes = randomBytes(1024 ** 2);
const { url } = await listenWithManySockets((request, response) => {
  request.resume();
  const size = Number(request.url?.slice(1));
  response.writeHead(200, { 'content-length': size }).end(bytes.subarray(0, size));
});
process.send?.(url);
