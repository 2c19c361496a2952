/** Seconds that a clip lasts: less tells nothing, more is no clip (D-CLIP-1). */
export const shortestClip = 5;
export const longestClip = 60;
