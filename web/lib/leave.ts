/** Ways out of the app, to a page of somebody else: the provider's checkout and portal. */
export const leaveFor = (address: string): void => location.assign(address);

/** So that the way back does not lead here again. */
export const leaveInstead = (address: string): void => location.replace(address);
