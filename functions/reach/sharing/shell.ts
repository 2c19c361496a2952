/** The built index.html, as the last release put it into the web's bucket. */
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';

/** A release shows this late; the files of the one before are still there. */
const keptMs = 10_000;

let kept: { text: Promise<string>; until: number } | undefined;

export function shell(now: number): Promise<string> {
  if (kept && kept.until > now) return kept.text;
  const before = kept?.text;
  // Where S3 has a bad moment the page of a moment ago serves as well.
  const text = read().catch((error) => before ?? Promise.reject(error));
  kept = { text, until: now + keptMs };
  text.catch(() => {
    kept = undefined;
  });
  return text;
}

async function read(): Promise<string> {
  const bytes = await readObject({ bucket: environment('WEB_BUCKET'), key: 'index.html' });
  if (!bytes) throw new Error('The web app has not been released');
  return new TextDecoder().decode(bytes);
}
