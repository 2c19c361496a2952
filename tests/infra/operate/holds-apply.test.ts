/** `npm run holds:apply` after a restore of yesterday's tables, and the comparison of the edge before it. */
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { tables } from '../../../infra/tables.ts';
import { operate, startDedicatedPlatform } from '../../support/dedicated-platform.ts';
import { eventually } from '../../support/eventually.ts';
import { buildEvent } from '../../support/records.ts';

const { dataDir } = await startDedicatedPlatform();
const { commit, deleteItem, getItem, putItem, transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { getDocumentClient, tableName } = await import('../../../functions/platform/aws/dynamo-client.ts');
const { listEdgeEntries } = await import('../../../functions/platform/aws/edge-store.ts');
const { withhold } = await import('../../../functions/platform/withholding/rules.ts');
const { findWithdrawn, withdrawalWrites } = await import('../../../functions/platform/withholding/withdrawals.ts');
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { createMediaFields } = await import('../../../functions/recordings/media/rules.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { compareEdge } = await import('../../../functions/trust/takedown/compare-edge.ts');
const { readComparison } = await import('../../../functions/trust/takedown/waiting.ts');
const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
type TableName = (typeof tables)[number]['name'];
type Row = { pk: string; sk: string };

/** The tables that an operator restores; those of matters and of the audit stay. */
const restored = ['events', 'vods', 'uploads', 'broadcasts'] as const;

async function readRows(table: TableName): Promise<Row[]> {
  const { Items = [] } = await getDocumentClient().send(new ScanCommand({ TableName: tableName(table) }));
  return Items as Row[];
}

async function restore(copies: Map<TableName, Row[]>): Promise<void> {
  for (const [table, rows] of copies) {
    for (const { pk, sk } of await readRows(table)) await deleteItem(table, { pk, sk });
    for (const row of rows) await putItem(table, row);
  }
}

const createVod = (id: string) =>
  vods.create({
    ...createMediaFields(null, 0),
    id,
    title: `Partido ${id}`,
    summary: '',
    sport: 'SOCCER',
    clubIds: [],
    sportEventId: null,
    uploadId: null,
    status: 'FINISHED',
    visible: true,
    generation: ulid(),
    duration: 60,
    renderOrder: null,
    dateCreated: new Date().toISOString(),
  });

const readItem = <T>(table: TableName, id: string) => getItem<T>(table, { pk: id, sk: 'ITEM' });
const compare = () => compareEdge(Date.now(), Date.now() + 60_000);

describe('after a restore of yesterday’s tables', () => {
  const [held, cut, forFamilies, hidden, untouched] = [ulid(), ulid(), ulid(), ulid(), ulid()];
  const [matchId, hiddenMatchId] = [ulid(), ulid()];
  const ended = { kind: 'OFF' as const, eventId: null, at: new Date().toISOString() };
  let cameraId = '';
  const range = { id: ulid(), from: 4, to: 8, at: '', by: 'admin', owner: 'platform' };
  let since = '';

  beforeAll(async () => {
    for (const id of [matchId, hiddenMatchId]) await events.create(buildEvent({ id, visible: true }));
    for (const id of [held, cut, forFamilies, hidden, untouched]) await createVod(id);
    cameraId = (await createSource(createSourceItem('camera', 'campo-1', Date.now()))).id;
    const copies = new Map<TableName, Row[]>();
    for (const table of restored) copies.set(table, await readRows(table));
    since = new Date().toISOString();
    await vods.change(held, (vod) => withhold(vod, 'M1'));
    await vods.change(cut, (vod) => ({ ...vod, withdrawn: [range] }));
    await vods.change(forFamilies, (vod) => ({ ...vod, audience: 'FAMILIES' }));
    await events.change(matchId, (event) => withhold(event, 'M2'));
    await vods.change(hidden, (vod) => ({ ...vod, visible: false }));
    await events.change(hiddenMatchId, (event) => ({ ...event, visible: false }));
    await sources.change(cameraId, (source) => ({ ...source, isTest: true, decision: ended }));
    await eventually(listEdgeEntries, (found) => found.get(`vods/${held}`) === '*');
    await restore(copies);
  });

  test('[F-TAKE-1][F-TAKE-2][F-RIGHTS-4] closes what was closed since, on the items and in the edge’s index', async () => {
    expect(await readItem('vods', held)).toMatchObject({ visible: true });
    const { code, output } = await operate(dataDir, 'holds-apply.ts', ['--since', since]);
    expect([code, output]).toEqual([0, expect.stringContaining('7 closed again')]);
    expect(await readItem('vods', held)).toMatchObject({ visible: false, withheld: { matters: ['M1'] } });
    expect(await readItem('vods', cut)).toMatchObject({ visible: true, withdrawn: [range] });
    expect(await readItem('vods', forFamilies)).toMatchObject({ visible: false, audience: 'FAMILIES' });
    expect(await readItem('events', matchId)).toMatchObject({ visible: false, withheld: { matters: ['M2'] } });
    expect(await readItem('vods', hidden)).toMatchObject({ visible: false });
    expect(await readItem('events', hiddenMatchId)).toMatchObject({
      visible: false,
      closings: { hidden: { owner: 'platform' } },
    });
    expect(await readItem('broadcasts', cameraId)).toMatchObject({ isTest: true, decision: ended });
    expect(await readItem('vods', untouched)).toMatchObject({ visible: true });
    for (const id of [held, cut, forFamilies]) expect(await findWithdrawn({ kind: 'vods', id })).toBeDefined();
    expect(await findWithdrawn({ kind: 'events', id: matchId })).toBeDefined();
  });

  test('[F-TAKE-1] changes nothing when it runs again, and nothing at all with --dry-run', async () => {
    const { output } = await operate(dataDir, 'holds-apply.ts', ['--since', since]);
    expect(output).toContain('0 closed again');
    const dry = await operate(dataDir, 'holds-apply.ts', ['--since', since, '--dry-run']);
    expect(dry.output).toMatch(new RegExp(`vods ${held}: held by M1 \\(not applied\\)`));
  });

  test('rejects a time that is none, and one in the future', async () => {
    for (const time of ['ayer', '2099-01-01T00:00Z'])
      expect((await operate(dataDir, 'holds-apply.ts', ['--since', time])).code).toBe(1);
  });
});

describe('[F-TAKE-1] the comparison of the edge with an index that was restored', () => {
  const keys = Array.from({ length: 6 }, () => ulid());
  const countStored = async () => {
    const stored = await listEdgeEntries();
    return keys.filter((id) => stored.has(`contentvideos/${id}`)).length;
  };

  test('leaves what it cannot explain, counts it, and opens it once an operator has said so', async () => {
    for (const id of keys) await transact(withdrawalWrites({ kind: 'contentvideos', id }, true, Date.now()));
    await eventually(countStored, (count) => count === keys.length);
    for (const id of keys) await deleteItem('uploads', { pk: 'WITHDRAWN', sk: `contentvideos/${id}` });
    await deleteItem('uploads', { pk: 'EDGE', sk: 'COMPARISON' });
    expect(await compare()).toBe(true);
    expect((await readComparison())?.unexplained).toBeGreaterThanOrEqual(keys.length);
    expect(await countStored()).toBe(keys.length);
    expect((await operate(dataDir, 'holds-apply.ts', ['--open-edge'])).code).toBe(0);
    await compare();
    await eventually(countStored, (count) => count === 0);
    expect((await readComparison())?.unexplained).toBe(0);
  });

  test('goes on where it stopped for lack of time', async () => {
    for (const id of keys) await commit(withdrawalWrites({ kind: 'contentvideos', id }, true, Date.now()));
    await deleteItem('uploads', { pk: 'EDGE', sk: 'COMPARISON' });
    const [first] = keys.toSorted();
    expect(await compareEdge(Date.now(), Date.now())).toBe(false);
    expect((await readComparison())?.cursor).toBe(`contentvideos/${first}`);
    let rounds = 1;
    while (!(await compareEdge(Date.now(), Date.now()))) rounds += 1;
    expect(rounds).toBeGreaterThanOrEqual(keys.length);
    expect((await readComparison())?.cursor).toBeUndefined();
  });
});
