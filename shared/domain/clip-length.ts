/** Seconds that a clip lasts: less tells nothing, more is no clip (D-CLIP-1). */
export const shortestClip = 5;
export const longestClip = 60;

/**
 * And a summary, with its title card: what somebody sees to its end on a phone and sends on. At the bit rate of a clip it
 * has at most 45 MB, which a page can keep for a download, and a dozen cuts, which an encoder opens at once (D-CLIP-4).
 */
export const longestSummary = 180;
