/** Navigates to an external page, such as the payment provider's checkout or portal. */
export const openExternal = (address: string): void => location.assign(address);

/** Like `openExternal`, but replaces the history entry, so that Back skips this page. */
export const replaceWithExternal = (address: string): void => location.replace(address);
