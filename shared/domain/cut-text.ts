/** Shortens a text to `most` UTF-16 units without halving a character, which DynamoDB and `encodeURIComponent` refuse. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
