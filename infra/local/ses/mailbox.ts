/** Stores sent emails, one JSON file each, newest first. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';

export interface Mail {
  /** Sorts by time; SES returns it as the message id. */
  id: string;
  /** ISO 8601. */
  sentAt: string;
  from: string;
  to: string[];
  replyTo: string[];
  subject: string;
  text?: string;
  html?: string;
  headers?: Record<string, string>;
  attachments?: { fileName: string; contentType: string; base64: string }[];
}

export class Mailbox {
  readonly #folder: string;
  readonly #mails: Mail[];

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail');
    mkdirSync(this.#folder, { recursive: true });
    this.#mails = readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
      .map((name) => JSON.parse(readFileSync(join(this.#folder, name), 'utf8')));
  }

  /** Lists all emails, or those to an address; ignores display names and case. */
  list(to?: string): Mail[] {
    const address = to?.trim().toLowerCase();
    if (!address) return [...this.#mails];
    return this.#mails.filter((mail) => mail.to.some((one) => parseAddress(one) === address));
  }

  get(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  async add(content: Omit<Mail, 'id' | 'sentAt'>): Promise<Mail> {
    const mail = { id: ulid(), sentAt: new Date().toISOString(), ...content };
    const path = join(this.#folder, `${mail.id}.json`);
    await writeFile(`${path}.new`, JSON.stringify(mail, null, 1));
    await rename(`${path}.new`, path);
    this.#mails.unshift(mail);
    return mail;
  }
}

/** Converts, for example, `"Ana" <Ana@club.test>` to `ana@club.test`. */
export function parseAddress(recipient: string): string {
  return (/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}
