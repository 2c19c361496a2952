/** Slugs of cameras and profiles share the path /live/ with the API. */
import { expect, test } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { Slug } from '../../../shared/domain/slug.ts';

test("reserves the first segment of each of the API's paths under /live/", () => {
  const segments = Object.keys(contract).flatMap((key) => /^\w+ \/live\/([\w-]+)/.exec(key)?.[1] ?? []);
  for (const slug of segments) expect(Slug.safeParse(slug).success, slug).toBe(false);
  expect(Slug.parse('campo-1')).toBe('campo-1');
});
