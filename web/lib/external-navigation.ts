/** Navigation to external pages, such as the payment provider's checkout and portal. */
export const openExternal = (address: string): void => location.assign(address);

/** Replaces the history entry, so that Back skips this page. */
export const replaceWithExternal = (address: string): void => location.replace(address);
