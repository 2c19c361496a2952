/** Texts of failures with the id of the request that failed, so that they can pass wherever a text passes. */

export const withReference = (text: string, requestId: string) => `${text} (referencia: ${requestId})`;

export function splitReference(text: string): { text: string; reference?: string } {
  const found = /^(.*) \(referencia: ([\w=+/-]+)\)$/s.exec(text);
  return found?.[1] === undefined ? { text } : { text: found[1], reference: found[2] };
}
