/** Operator commands `user` and `partner:import` against a local platform. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSource, createSourceItem } from '../../functions/broadcast/live/create-source.ts';
import { events } from '../../functions/league/events/store.ts';
import { createUser, findUser } from '../../functions/people/accounts/store.ts';
import { type StoredUser, withEffectiveRights } from '../../functions/platform/auth/rules.ts';
import { deleteItem, type Key } from '../../functions/platform/aws/dynamo.ts';
import { queryAll, queryLatest } from '../../functions/platform/aws/dynamo-queries.ts';
import { listTables } from '../../functions/platform/lists/list-tables.ts';
import { tables } from '../../infra/tables.ts';
import { operate, startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { buildEvent, buildUser } from '../support/records.ts';
import { repetitions } from '../support/test-profile.ts';

const { dataDir } = await startDedicatedPlatform();

const run = (script: string, ...args: string[]) => operate(dataDir, script, args);

async function createBasicUser(): Promise<StoredUser> {
  const user = buildUser('REGULAR_BASIC');
  await createUser(user);
  return user;
}

const readUser = async (email: string) => withEffectiveRights((await findUser(email))!, Date.now());

describe('npm run user', () => {
  test('[A-GEN-9] grants and revokes an event and a subscription, and logs the reasons', async () => {
    const { email } = await createBasicUser();
    const match = await events.create(buildEvent({ title: 'Final' }));
    const user = (...args: string[]) => run('user.ts', ...args, '--email', email);
    expect((await user('grant', '--event', match.id)).output).toContain('--reason is required');
    expect((await user('grant', '--event', match.id, '--reason', 'Prensa', '--dry-run')).output).toContain('Would do');
    expect((await readUser(email)).purchases).toEqual([]);
    expect((await user('grant', '--event', match.id, '--reason', 'Prensa')).code).toBe(0);
    expect((await readUser(email)).purchases[0]).toMatchObject({ id: match.id, title: 'Final' });
    expect((await user('grant', '--until', '2999-06-30', '--reason', 'Sorteo')).code).toBe(0);
    expect((await readUser(email)).role).toBe('REGULAR_SUBSCRIBER');
    expect((await user('revoke', '--reason', 'Error')).code).toBe(0);
    expect((await readUser(email)).role).toBe('REGULAR_BASIC');
    expect((await findUser(email))?.grants?.log.map(({ reason }) => reason)).toEqual(['Prensa', 'Sorteo', 'Error']);
  });

  test('[A-LOGIN-18] disables and enables an account, and fails for unknown accounts', async () => {
    const { email } = await createBasicUser();
    await run('user.ts', 'disable', '--email', email);
    expect((await findUser(email))?.disabled).toBe(true);
    await run('user.ts', 'enable', '--email', email);
    expect((await findUser(email))?.disabled).toBe(false);
    expect((await run('user.ts', 'show', '--email', 'nadie@cantera.test')).code).toBe(1);
  });
});

describe('npm run partner:import', () => {
  test('[A-CONST-6] imports a file, reports rejected lines, and changes nothing when repeated', async () => {
    const file = join(dataDir, 'clientes.csv');
    const lines = Array.from(
      { length: 60 },
      (_, index) => `cliente${index}@partner.test;ONDA-${index};2999-06-30;"Ruiz; Ana"`,
    );
    writeFileSync(
      file,
      [
        '\uFEFFemail;userId;to;name',
        ...lines,
        'sin-arroba;ONDA-X;2999-06-30;',
        'a@partner.test;ONDA-0;2999-06-30;',
        'b@partner.test;ONDA-Y;30/06/2999;',
        '"c@partner.test;ONDA-Z;2999-06-30;',
      ].join('\r\n'),
    );
    expect((await run('partner-import.ts', file, '--dry-run')).output).toContain('3 refused');
    const first = await run('partner-import.ts', file);
    expect(first.output).toContain('60 created, 0 renewed, 1 unchanged, 3 refused');
    const report = readFileSync(`${file}.refused.csv`, 'utf8').trim().split('\n').toSorted();
    expect(report).toEqual([
      '62;Por favor, introduce un email válido',
      '64;La fecha no es válida',
      '65;La línea no es CSV',
      'line;reason',
    ]);
    expect((await findUser('ONDA-7'))?.name).toBe('Ruiz; Ana');
    expect((await run('partner-import.ts', file)).output).toContain('0 created, 0 renewed, 61 unchanged');
    expect((await findUser('ONDA-7'))?.partnerSubscription?.to).toBe('2999-06-30T22:00:00.000Z');
    writeFileSync(file, 'correo;to\n');
    expect((await run('partner-import.ts', file)).code).toBe(1);
  });

  test('[A-CONST-6] continues after being killed', async () => {
    const file = join(dataDir, 'muchos.csv');
    const count = repetitions(500, 1500);
    const lines = Array.from({ length: count }, (_, index) => `m${index}@partner.test,MANY-${index},2999-06-30`);
    writeFileSync(file, ['email,userId,to', ...lines].join('\n'));
    const env = { ...process.env, CANTERA_DATA: dataDir };
    const first = spawn(process.execPath, ['infra/operate/partner-import.ts', file], { env, stdio: 'ignore' });
    const ended = once(first, 'exit');
    while (!(await findUser('MANY-20'))) await new Promise((resolve) => setTimeout(resolve, 5));
    first.kill('SIGKILL');
    await ended;
    const found = await Promise.all(lines.map((_, index) => findUser(`MANY-${index}`)));
    const { code, output } = await run('partner-import.ts', file);
    const [created = 0, unchanged = 0] = [/(\d+) created/, /(\d+) unchanged/].map((figure) =>
      Number(figure.exec(output)?.[1]),
    );
    expect([code, created + unchanged]).toEqual([0, count]);
    expect(unchanged).toBe(found.filter(Boolean).length);
    expect(created).toBeGreaterThan(0);
  });
});

describe('npm run lists:rebuild', () => {
  test('writes the lost snapshot of the list of cameras from its items', async () => {
    await createSource(createSourceItem('camera', 'pista-1', Date.now()));
    for (const { pk, sk } of await queryAll<Key>('broadcasts', 'LOG')) await deleteItem('broadcasts', { pk, sk });
    const rebuild = (...args: string[]) => run('lists-rebuild.ts', '--collection', 'broadcasts', ...args);
    expect(await rebuild('--from-items')).toEqual({ code: 0, output: 'broadcasts: 1 rows written.\n' });
    // Reads the new snapshot, in a process of its own.
    expect(await rebuild()).toEqual({ code: 0, output: 'broadcasts: 0 of 1 rows written.\n' });
  });

  test('knows each table that holds a list, as the sweep does', async () => {
    await events.create(buildEvent({ title: 'Final' }));
    const written = await Promise.all(
      tables.map(async ({ name }) =>
        (await queryLatest(name, { pk: 'LOG', limit: 1 })).items.length > 0 ? [name] : [],
      ),
    );
    expect(written.flat()).toContain('events');
    expect(written.flat().filter((name) => !listTables.some((list) => list === name))).toEqual([]);
    expect((await run('lists-rebuild.ts', '--collection', 'moments')).output).toContain(listTables.join(', '));
  });
});
