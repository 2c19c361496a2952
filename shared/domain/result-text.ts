/** Scores in texts written by people, for users who hide results. */

/** '3-1', '82 – 79' and '2 a 1', but no date or time. Safari 14 has no lookbehind. */
export const scoreText = /(^|[^\d/.,:-])\d{1,3} ?(?:[-–—]| a ) ?\d{1,3}(?![\d/:-]|[.,]\d)/gi;

/** Replaces each score with '? – ?', but not a season ('temporada 25-26'). */
export const removeScore = (text: string): string =>
  text.replace(scoreText, (score, before: string, at: number) =>
    /temporada $/i.test(text.slice(0, at) + before) ? score : `${before}? – ?`,
  );

/** A title as this reader may see it. */
export const titleFor = ({ hidesResults = false }: { hidesResults?: boolean | undefined }, title: string): string =>
  hidesResults ? removeScore(title) : title;
