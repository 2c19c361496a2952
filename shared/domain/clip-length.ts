/** Lengths of clips in seconds. */
export const shortestClip = 5;
export const longestClip = 60;

/**
 * Limit of a summary, title card included. It keeps the file below 45 MB, because a page downloads it into memory, and
 * the parts at about twelve, because the encoder opens all at once.
 */
export const longestSummary = 180;
