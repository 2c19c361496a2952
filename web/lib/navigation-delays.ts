/** Milliseconds that a success message stays before the page navigates. */
export const navigationDelay = 2000;
/** The same before the page of a video's upload. */
export const uploadNavigationDelay = 1000;
