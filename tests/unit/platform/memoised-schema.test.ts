/** A memoised schema filters, defaults and rejects like the schema that it wraps. */
import { expect, test } from 'vitest';
import * as z from 'zod';
import { memoiseSchema, Page } from '../../../shared/contract/schema.ts';

const Match = z.object({ id: z.string(), venue: z.string().nullable().default(null) });
const Matches = Page('matches', memoiseSchema(Match));
const page = (...matches: unknown[]) => ({ matches, limit: 12, page: 1, total: 1, totalPages: 1 });

test('strips unknown members, fills in defaults, and returns the same value for the same input', () => {
  const match = { id: 'a', secret: 'x' };
  const [first] = Matches.parse(page(match)).matches;
  expect(first).toEqual({ id: 'a', venue: null });
  expect(Matches.parse(page({ id: 'b' }, match)).matches).toEqual([{ id: 'b', venue: null }, first]);
  expect(Matches.parse(page(match)).matches[0]).toBe(first);
});

test('rejects invalid values each time, with their path', () => {
  const match = { id: 1 };
  for (let time = 0; time < 2; time += 1) {
    const { error } = Matches.safeParse(page({ id: 'a' }, match));
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['matches.1.id']);
  }
});

test('does not change the wrapped schema or its description', () => {
  const match = { id: 'a' };
  expect(Match.parse(match)).not.toBe(Match.parse(match));
  expect(z.toJSONSchema(memoiseSchema(Match))).toEqual(z.toJSONSchema(Match));
});
