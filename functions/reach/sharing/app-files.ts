/** Files of the app that answers are made of, as the last release put them into the web's bucket. */
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';

/** A release shows this late; the files of the one before are still there. */
const keptMs = 10_000;

type AppFile = 'index.html' | 'insertar.html' | 'robots.txt';
const kept = new Map<AppFile, { text: Promise<string>; until: number }>();

export function appFile(key: AppFile, now: number): Promise<string> {
  const known = kept.get(key);
  if (known && known.until > now) return known.text;
  // Where S3 has a bad moment the file of a moment ago serves as well.
  const text = read(key).catch((error) => known?.text ?? Promise.reject(error));
  kept.set(key, { text, until: now + keptMs });
  text.catch(() => kept.delete(key));
  return text;
}

async function read(key: AppFile): Promise<string> {
  const bytes = await readObject({ bucket: environment('WEB_BUCKET'), key });
  if (!bytes) throw new Error(`The web app was released without ${key}`);
  return new TextDecoder().decode(bytes);
}
