/** A text as search sees it: without accents, case and repeated spaces. `Atlético  NORTE` → `atletico norte`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
