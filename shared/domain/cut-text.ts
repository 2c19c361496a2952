/**
 * Shortens a text to `most` UTF-16 units without splitting a character, which DynamoDB and `encodeURIComponent` reject.
 */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
