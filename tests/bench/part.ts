/** `part.ts <name> <options as JSON>`: measures one part in a separate process and sends its parent the figures. */
import type { Figure } from './figure.ts';
import type { Options } from './kickoff.ts';

/** Parts in the order of measurement. */
export const parts: Record<string, (options: Options) => Promise<Figure[]>> = {
  bundles: async () => (await import('./bundles.ts')).bundles(),
  picture: async () => (await import('./picture.ts')).picture(),
  lists: async () => (await import('./lists.ts')).lists(),
  requests: async () => (await import('./requests.ts')).requests(),
  playlist: async () => (await import('./playlist.ts')).playlist(),
  kickoff: async (options) => (await import('./kickoff.ts')).kickoff(options),
  start: async () => (await import('./start.ts')).start(),
  live: async () => (await import('./live.ts')).live(),
  phone: async () => (await import('./phone.ts')).phone(),
  quality: async () => (await import('./quality.ts')).quality(),
  upload: async () => (await import('./upload.ts')).upload(),
  encoding: async () => (await import('./encoding.ts')).encoding(),
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouse(),
};

/** Measured only if named, because they need packages that the project does not install. */
export const extraParts = ['lighthouse'];

if (process.send) {
  const [name = '', options = '{}'] = process.argv.slice(2);
  process.send((await parts[name]?.(JSON.parse(options))) ?? [], () => process.exit(0));
}
