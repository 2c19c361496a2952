/**
 * The server's time for a client that takes it for the middle between its request and the answer: the middle of the
 * handling, in milliseconds since the Unix epoch.
 */
export const answerTime = (since: number): number => Math.round((since + Date.now()) / 2);
