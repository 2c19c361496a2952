/**
 * Finds the fixed ports on which another program answers, before anything starts. Browsers try `localhost` by IPv6 and
 * IPv4, and some systems let two programs listen on one port by different addresses: both would run, and people would
 * see either.
 */
import { connect } from 'node:net';
import type { LocalConfig, LocalService } from './config.ts';

export async function findTakenPorts(ports: LocalConfig['ports']): Promise<LocalService[]> {
  const isTaken = async (port: number) =>
    port !== 0 && (await Promise.all(loopbacks.map((host) => answers(host, port)))).includes(true);
  const services = Object.keys(ports) as LocalService[];
  const taken = await Promise.all(services.map((name) => isTaken(ports[name])));
  return services.filter((_name, index) => taken[index]);
}

/** Names the ports with their variables, and a command with other ones. */
export function describeTakenPorts(taken: readonly LocalService[], ports: LocalConfig['ports']): string {
  const toVariable = (name: LocalService) => `${name.toUpperCase()}_PORT`;
  const list = taken.map((name) => `${ports[name]} (${toVariable(name)})`).join(', ');
  const others = taken.map((name) => `${toVariable(name)}=${ports[name] + 100}`).join(' ');
  return `Another program, perhaps another Cantera TV, uses ${taken.length === 1 ? 'port' : 'ports'} ${list}.\nStop it, or choose other ports: ${others} npm start`;
}

const loopbacks = ['127.0.0.1', '::1'];
/** Milliseconds; loopback answers or refuses at once. */
const patience = 1000;

const answers = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: patience });
    const end = (isTaken: boolean) => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
