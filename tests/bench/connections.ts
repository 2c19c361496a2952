/**
 * Connections that repeat one request as fast as they are answered, over plain sockets, because Node's HTTP client
 * takes longer for a request than a bare server.
 */
import { connect, type Socket } from 'node:net';

export interface Asked {
  perSecond: number;
  /** Milliseconds of each answer. */
  times: number[];
  status: number;
  headers: Record<string, string>;
}

const count = 10;
const blankLine = Buffer.from('\r\n\r\n');

/** Requests an address on ten connections for some seconds. @throws if an answer's status differs from the first. */
export async function measureRequests(
  address: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const url = new URL(address);
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const asked: Asked = { perSecond: 0, times: [], status: 0, headers: {} };
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(Array.from({ length: count }, () => keepAsking(url, request, until, asked)));
  asked.perSecond = asked.times.length / ((performance.now() - started) / 1000);
  return asked;
}

function keepAsking(url: URL, request: string, until: number, asked: Asked): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    let received = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send).on('error', fail);
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const size = findAnswerSize(received, asked);
      if (size === undefined || received.length < size) return;
      received = Buffer.alloc(0);
      asked.times.push(performance.now() - sentAt);
      if (performance.now() < until) return send();
      socket.destroy();
      done();
    });

    /** Bytes of the whole answer, as soon as its head has arrived. */
    function findAnswerSize(bytes: Buffer, first: Asked): number | undefined {
      const end = bytes.indexOf(blankLine);
      if (end < 0) return undefined;
      const head = bytes.subarray(0, end).toString('latin1');
      const status = Number(head.slice(9, 12));
      if (first.status === 0) {
        first.status = status;
        for (const line of head.split('\r\n').slice(1)) {
          const colon = line.indexOf(':');
          first.headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
        }
      }
      if (status !== first.status) throw new Error(`${url.pathname} answered ${status} after ${first.status}`);
      const length = status === 304 ? 0 : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`${url.pathname} sent no Content-Length`);
      return end + blankLine.length + Number(length);
    }
  });
}
