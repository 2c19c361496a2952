/** Removes results from API responses for 'Ocultar resultados'. Lazy-loaded, because few visitors turn it on. */

/** Removes scores from a response. Back-office forms keep their texts, because they save them. */
export function removeResults(body: unknown, isForm: boolean): unknown {
  if (Array.isArray(body)) return body.map((one) => removeResults(one, isForm));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (name === 'score' || name === 'result') return [name, null];
      const isText = typeof value === 'string' && (name === 'title' || name === 'summary');
      return [name, isText && !isForm ? removeScore(value) : removeResults(value, isForm)];
    }),
  );
}

/** Matches '3-1', '82 – 79' and '2 a 1', but no date or time. Safari 14 has no lookbehind. */
const scoreText = /(^|[^\d/.,:-])\d{1,3} ?(?:[-–—]| a ) ?\d{1,3}(?![\d/:-]|[.,]\d)/gi;

export const removeScore = (text: string) =>
  text.replace(scoreText, (found, before: string, at: number) =>
    /temporada $/i.test(text.slice(0, at) + before) ? found : `${before}? – ?`,
  );
