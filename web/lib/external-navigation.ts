/** Navigation to external pages, such as the payment provider's checkout and portal. */
export const leaveFor = (address: string): void => location.assign(address);

/** Replaces the history entry, so that Back skips this page. */
export const leaveInstead = (address: string): void => location.replace(address);
