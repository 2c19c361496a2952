/** Milliseconds that a success message stays before the page navigates. */
export const navigationDelay = 2000;
