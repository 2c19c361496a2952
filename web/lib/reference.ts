/**
 * Adds the failed request's id to an error text and splits it off again, so that the id stays with the text on its way
 * to the screen.
 */

export const withReference = (text: string, requestId: string) => `${text} (referencia: ${requestId})`;

export function splitReference(text: string): { text: string; reference?: string } {
  const found = /^(.*) \(referencia: ([\w=+/-]+)\)$/s.exec(text);
  return found?.[1] === undefined ? { text } : { text: found[1], reference: found[2] };
}
