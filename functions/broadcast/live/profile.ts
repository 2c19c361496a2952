/** Broadcast profiles: the source that every admin owns. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { reservedSlugs } from '../../../shared/domain/slug.ts';
import { createSource, createSourceItem } from './create-source.ts';
import type { StoredSource } from './rules.ts';
import { sources } from './store.ts';

const attempts = 5;

export async function findProfile(userId: string): Promise<StoredSource | undefined> {
  const row = (await sources.rows()).find(({ ownerId }) => ownerId === userId);
  return row && sources.get(row.id);
}

/** The admin's profile, created if missing. Its slug is the name, with a number if taken. */
export async function ensureProfile(user: { id: string; name: string }, now: number): Promise<StoredSource> {
  for (let attempt = 1; ; attempt += 1) {
    const stored = await findProfile(user.id);
    if (stored) return stored;
    const taken = new Set([...reservedSlugs, ...(await sources.rows()).map(({ slug }) => slug)]);
    const base = toSlug(user.name) || 'directo';
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
    try {
      return await createSource({ ...createSourceItem('profile', slug, now), ownerId: user.id });
    } catch (error) {
      // Another admin of this name was faster.
      if (attempt === attempts || !(error instanceof ApiError) || error.code !== 'CAM4090') throw error;
    }
  }
}

const toSlug = (name: string) =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
