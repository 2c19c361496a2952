/** How long a success is shown before the page moves on (A-CONST-7). */
export const navigationDelay = 2000;
export const uploadNavigationDelay = 1000;
