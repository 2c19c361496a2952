/** Shortens a text to `max` UTF-16 units. DynamoDB and `encodeURIComponent` reject half a character at the end. */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
