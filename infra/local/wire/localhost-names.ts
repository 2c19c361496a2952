/**
 * Resolves names below `localhost` to the loopback address, as RFC 6761 asks; many systems know only `localhost`
 * itself.
 */
import dns from 'node:dns';

let isResolving = false;

export function resolveLocalhostNames(): void {
  if (isResolving) return;
  isResolving = true;
  const { lookup } = dns;
  dns.lookup = ((name: string, ...rest: unknown[]) =>
    Reflect.apply(lookup, dns, [
      name.endsWith('.localhost') ? '127.0.0.1' : name,
      ...rest,
    ])) as unknown as typeof dns.lookup;
}
