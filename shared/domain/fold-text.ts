import { toSingleSpaces } from './visible-text.ts';

/** Normalises a text for search: no accents, lower case, single spaces. `Atlético  NORTE` → `atletico norte`. */
export function foldText(text: string): string {
  return toSingleSpaces(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}
