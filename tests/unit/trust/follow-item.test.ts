/** Changes of an item that update the edge's store. */
import { afterAll, expect, test, vi } from 'vitest';
import { rightsHold } from '../../../functions/platform/withholding/rules.ts';
import { followItem } from '../../../functions/platform/withholding/withdrawals.ts';

vi.stubEnv('TABLE_PREFIX', 'unit-');
afterAll(() => vi.unstubAllEnvs());

const shown = { id: 'v', visible: true, generation: 'g1' };
const withhold = (...matters: string[]) => ({ ...shown, visible: false, withheld: { matters, wasVisible: true } });
const ranges = [{ id: 'r1', from: 0, to: 4, at: '', by: '', owner: 'platform' }];

/** True for an index entry that is written, false for a deleted one, undefined without a change. */
function isNoted(...change: [before: Parameters<typeof followItem>[1], after: Parameters<typeof followItem>[2]]) {
  const [index] = followItem('vods', ...change);
  return index && 'Put' in index;
}

test.each([
  ['[F-TAKE-1] a matter that withholds', shown, withhold('m1'), true],
  ['[F-TAKE-1] a second matter, which also ends what families see', withhold('m1'), withhold('m1', 'm2'), true],
  ['[F-TAKE-1] the last release', withhold('m1'), shown, false],
  ['[F-TAKE-2] removed seconds', shown, { ...shown, withdrawn: ranges }, true],
  [
    '[F-TAKE-2] their new encoding',
    { ...shown, withdrawn: ranges },
    { ...shown, withdrawn: ranges, generation: 'g2' },
    true,
  ],
  ['[F-RIGHTS-2] image rights that end', shown, withhold(rightsHold), true],
  ['[F-RIGHTS-2] image rights that come back', withhold(rightsHold), shown, false],
  ['[F-RIGHTS-2] a purpose that ends while the rest is shown', shown, { ...shown, lacks: [{}] }, true],
  ['[F-RIGHTS-4] another audience', shown, { ...withhold('FAMILIES'), audience: 'FAMILIES' }, true],
])('the edge’s store notes %s', (_, before, after, noted) => expect(isNoted(before, after)).toBe(noted));

test.each([
  ['[F-RIGHTS-2] in an item that is new and lacks its rights', undefined, withhold(rightsHold)],
  ['[F-RIGHTS-2] in a hidden item that lacks its rights', { ...shown, visible: false }, withhold(rightsHold)],
  ['[F-TAKE-1] in an item that staff hide', shown, { ...shown, visible: false }],
  ['[F-TAKE-1] in a new encoding of a whole video', shown, { ...shown, generation: 'g2' }],
])('the edge’s store ignores %s', (_, before, after) => expect(isNoted(before, after)).toBeUndefined());
