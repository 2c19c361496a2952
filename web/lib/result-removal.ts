/** Removes results from API responses for 'Ocultar resultados'. Lazy-loaded, because few visitors turn it on. */

import { removeScore } from '../../shared/domain/result-text.ts';

/** Fields with texts that people write. */
const texts = new Set(['title', 'summary', 'description', 'label']);

/** Removes scores from a response. Forms of the back office keep their texts, because they save them again. */
export function removeResults(body: unknown, isForm: boolean): unknown {
  if (Array.isArray(body)) return body.map((one) => removeResults(one, isForm));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (name === 'score' || name === 'result') return [name, null];
      if (typeof value === 'string' && texts.has(name) && !isForm) return [name, removeScore(value)];
      return [name, removeResults(value, isForm)];
    }),
  );
}
