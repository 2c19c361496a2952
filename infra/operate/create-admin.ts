/**
 * `npm run admin:create`: creates an administrator, which no page offers, or sets the password of an existing one. The
 * password is never an argument, because other users of the machine could read it.
 */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ulid } from 'ulid';
import { endSessions } from '../../functions/people/accounts/end-rights.ts';
import { createUserItem } from '../../functions/people/accounts/rules.ts';
import { createUser, findUser, normaliseEmail } from '../../functions/people/accounts/store.ts';
import { setPassword } from '../../functions/platform/aws/identity.ts';
import { passwordMaxLength, passwordMinLength, passwordPattern } from '../../shared/domain/limits.ts';
import { cleanEmail, simpleEmail } from '../../shared/domain/simple-email.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { connectToStage, stageOptions } from './stage.ts';

const usage = `npm run admin:create -- --email <address> --name <name> --surname <surname> [options]

  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --dry-run        prints what would be done
  --help           shows this text

The command asks for the password (at least ${passwordMinLength} characters), reads it from standard input when that is not
a terminal, or takes it from the variable ADMIN_PASSWORD.`;

const { values } = readArguments(usage, {
  email: { type: 'string', default: '' },
  name: { type: 'string', default: '' },
  surname: { type: 'string', default: '' },
  ...stageOptions,
});

await runCommand(createAdmin);

async function createAdmin(): Promise<void> {
  const { stage, 'dry-run': dryRun } = values;
  const email = normaliseEmail(cleanEmail(values.email));
  const [name, surname] = [values.name.trim(), values.surname.trim()];
  if (!simpleEmail.test(email)) throw new Error(`--email must be an email address, not "${email}"\n\n${usage}`);
  if (!name || !surname) throw new Error(`--name and --surname are required\n\n${usage}`);

  await connectToStage(stage);
  const existing = await findUser(email);
  if (existing && existing.role !== 'ADMIN')
    throw new Error(`${email} is an account with the role ${existing.role}: nothing was changed.`);
  const plan = existing
    ? `${email} is an administrator on "${stage}" already: gets a new password, and its sessions end`
    : `${email} (${name} ${surname}) becomes an administrator on "${stage}"`;
  if (dryRun) {
    console.log(`Would do: ${plan}`);
    return;
  }
  const password = await readPassword();
  const now = Date.now();
  const id = existing?.id ?? ulid(now);
  // The password comes first: no account ever lacks one, and the old one no longer works once the sessions end.
  await setPassword(id, password);
  if (existing) await endSessions(id, now);
  else await createUser(createUserItem({ id, role: 'ADMIN', name, surname, email }, now));
  console.log(`Done: ${plan}`);
}

async function readPassword(): Promise<string> {
  const password = process.env.ADMIN_PASSWORD ?? (await readLine());
  if (password.length < passwordMinLength || password.length > passwordMaxLength)
    throw new Error(`The password must have ${passwordMinLength} to ${passwordMaxLength} characters.`);
  if (!passwordPattern.test(password)) throw new Error('The password must not begin or end with a blank.');
  return password;
}

/** Reads a line from standard input, without showing it. */
async function readLine(): Promise<string> {
  const terminal = process.stdin.isTTY === true;
  if (terminal) process.stdout.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal });
  for await (const line of lines) {
    lines.close();
    if (terminal) process.stdout.write('\n');
    return line;
  }
  return '';
}
