/** Files of the current release in the web bucket, from which responses are built. */
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';

/** Delay after which a release is visible. Its predecessor works until then: the bucket keeps all assets. */
const lifetimeMs = 10_000;

type AppFile = 'index.html' | 'insertar.html' | 'robots.txt';
const cache = new Map<AppFile, { text: Promise<string>; until: number }>();

export function readAppFile(key: AppFile, now: number): Promise<string> {
  const cached = cache.get(key);
  if (cached && cached.until > now) return cached.text;
  // Falls back to the cached file if S3 fails.
  const text = read(key).catch((error) => cached?.text ?? Promise.reject(error));
  cache.set(key, { text, until: now + lifetimeMs });
  text.catch(() => cache.delete(key));
  return text;
}

async function read(key: AppFile): Promise<string> {
  const bytes = await readObject({ bucket: environment('WEB_BUCKET'), key });
  if (!bytes) throw new Error(`The web app was released without ${key}`);
  return new TextDecoder().decode(bytes);
}
