/** Normalises a text for search: no accents, lower case, single spaces. `Atlético  NORTE` → `atletico norte`. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
