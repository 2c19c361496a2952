/** Lengths of clips in seconds. */
export const shortestClip = 5;
export const longestClip = 60;

/**
 * Limit of a summary with its title card: at most 45 MB, which a page can hold in memory for a download, and a dozen
 * cuts, which an encoder opens at once.
 */
export const longestSummary = 180;
