/** `npm run audit:verify` against a platform whose audit was altered in each way that an intruder might try. */
import { beforeAll, describe, expect, test } from 'vitest';
import { allFunctions } from '../../../infra/functions.ts';
import { operate, startDedicatedPlatform } from '../../support/dedicated-platform.ts';

const { dataDir } = await startDedicatedPlatform();
const { deleteItem, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { transactAudited } = await import('../../../functions/platform/audit/trail.ts');
const { createNextEntry, emptyHead, toHead } = await import('../../../functions/platform/audit/rules.ts');
const { writeAnchor } = await import('../../../functions/trust/audit/anchors.ts');
const { verifyAudit } = await import('../../../functions/trust/audit/anchors.ts');
const { writeLockedObject, deleteObjects, listObjects } = await import('../../../functions/platform/aws/storage.ts');
type Entry = import('../../../functions/platform/audit/rules.ts').AuditEntry;

let chain: Entry[] = [];

const readChain = (pk: string) => queryAll<Entry>('audit', pk);

const remove = async (entries: readonly Entry[]) => {
  for (const { pk, sk } of entries) await deleteItem('audit', { pk, sk });
};

async function write(entries: readonly Entry[]) {
  for (const entry of entries) await putItem('audit', entry);
}

/** Changes an entry and hashes all after it again, as a function with the audit's grant could. */
async function rewriteFrom(index: number) {
  let before = chain[index - 1];
  for (const [offset, { pk, at, kind, action, role, via }] of chain.slice(index).entries()) {
    const change = { kind, action, id: offset === 0 ? 'another' : 'same' };
    const head = before ? toHead(before) : emptyHead;
    before = createNextEntry(change, { role, via } as never, { chain: pk, head, now: Date.parse(at) });
    await putItem('audit', before);
  }
}

async function findReasons() {
  const { breaks } = await verifyAudit(Date.now());
  return [...new Set(breaks.map(({ reason }) => reason))];
}

beforeAll(async () => {
  for (let each = 0; each < 12; each += 1)
    await transactAudited([], [{ kind: 'vods', id: `V${each}`, action: 'CHANGE', after: { visible: each % 2 === 0 } }]);
  for (let shard = 0; shard < 8 && chain.length === 0; shard += 1) chain = await readChain(`CHAIN#rights#${shard}`);
  expect(chain).toHaveLength(12);
  expect(await writeAnchor(Date.now())).toEqual([]);
});

describe('[F-AUDIT-1] audit:verify', () => {
  test('says that an unaltered audit is intact', async () => {
    expect(await operate(dataDir, 'audit-verify.ts', [])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/12 entries of "local" checked against 1 anchors: all intact/),
    });
  });

  test.each([
    ['the last entry was removed', () => remove(chain.slice(-1)), ['MISSING']],
    ['the last three were removed', () => remove(chain.slice(-3)), ['MISSING']],
    ['the first was removed', () => remove(chain.slice(0, 1)), ['MISSING']],
    ['the first half was removed', () => remove(chain.slice(0, 6)), ['MISSING']],
    ['the whole chain was removed', () => remove(chain), ['MISSING']],
    ['one was changed and all after it hashed again', () => rewriteFrom(4), ['REWRITTEN']],
    ['the whole chain was written again', () => rewriteFrom(0), ['REWRITTEN']],
  ])('finds a break after %s', async (_, alter, expected) => {
    await alter();
    try {
      expect(await findReasons()).toEqual(expected);
    } finally {
      await write(chain);
    }
    expect(await findReasons()).toEqual([]);
  });

  test('reports a rewritten chain with exit code 1, although the job has anchored it since', async () => {
    await rewriteFrom(4);
    expect(await writeAnchor(Date.now() + 1)).toEqual([chain[0]?.pk]);
    expect(await findReasons()).toEqual(['REWRITTEN']);
    expect((await operate(dataDir, 'audit-verify.ts', [])).code).toBe(1);
    await write(chain);
  });

  test('reports an anchor with a foreign signature, and reads what was hidden or put over', async () => {
    const bucket = process.env.ANCHORS_BUCKET ?? '';
    const [{ key = '' } = {}] = await listObjects(bucket, '');
    await writeLockedObject({ bucket, key }, '{}');
    await deleteObjects(bucket, [key]);
    await remove(chain.slice(-1));
    expect(await findReasons()).toEqual(['MISSING']);
    await write(chain);
    await writeLockedObject({ bucket, key: '2026-01-01T00:00:00.000Z.json' }, '{"heads":{}}');
    expect(await findReasons()).toEqual(['FORGED']);
  });
});

test('only the job of the anchors reads their key and writes their bucket, and no function deletes an entry', () => {
  const withKey = allFunctions.filter(({ grants }) => grants.secrets?.includes('audit') || grants.buckets?.anchors);
  expect(withKey.map(({ name }) => name)).toEqual(['anchor-audit']);
  expect(withKey[0]?.grants.tables?.audit).toEqual(['GetItem', 'Query']);
  const actions = new Set(allFunctions.flatMap(({ grants }) => grants.tables?.audit ?? []));
  expect(actions).not.toContain('DeleteItem');
  expect(actions).not.toContain('UpdateItem');
});
