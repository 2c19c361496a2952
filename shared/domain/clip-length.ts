/** Lengths of clips in seconds. */
export const shortestClip = 5;
export const longestClip = 60;

/**
 * Limit of a summary with its title card. It keeps the file below 45 MB, which a page holds in memory for a download, and
 * the number of cuts, which the encoder opens at the same time, near twelve.
 */
export const longestSummary = 180;
