/**
 * State for a reopened page, in a file beside the segments: browsers write their other storage seconds later, and a
 * kill would take it along. Each state is a line; the last whole one counts.
 */
import type { Saved } from '../messages.ts';
import type { Files, SyncFile } from './files.ts';

const fileName = 'estado';

export class SavedState {
  #saved: Saved;
  readonly #file: SyncFile;

  private constructor(file: SyncFile, saved: Saved) {
    this.#file = file;
    this.#saved = saved;
  }

  static async open(files: Files): Promise<SavedState> {
    const file = await files.open(fileName);
    const bytes = file.read();
    if (bytes.length > 0 && bytes.at(-1) !== 10) file.append(new TextEncoder().encode('\n'));
    return new SavedState(file, withEnd(readLast(new TextDecoder().decode(bytes)) ?? { isLive: false }));
  }

  get current(): Saved {
    return this.#saved;
  }

  /** A full disk keeps the state in memory alone. */
  change(changes: Partial<Saved>): void {
    const next = { ...this.#saved, ...changes };
    if (JSON.stringify(next) === JSON.stringify(this.#saved)) return;
    this.#saved = next;
    try {
      this.#file.append(new TextEncoder().encode(`${JSON.stringify(next)}\n`));
      this.#file.flush();
    } catch (error) {
      console.warn('The state is not kept', error);
    }
  }
}

/** A page that was killed while it kept the last pictures has not noted yet that the server must learn of the end. */
const withEnd = ({ publisher, ...saved }: Saved): Saved =>
  saved.hasEnded && publisher ? { ...saved, ending: publisher } : { ...saved, ...(publisher && { publisher }) };

function readLast(text: string): Saved | undefined {
  for (const line of text.split('\n').toReversed())
    try {
      const saved = JSON.parse(line) as Saved | null;
      if (typeof saved?.isLive === 'boolean') return saved;
    } catch {
      // A line that a kill has torn.
    }
  return undefined;
}
