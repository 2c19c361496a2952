/**
 * Removes blanks at the ends and invisible marks (zero width, direction) that copying from chats and PDFs adds;
 * converts a domain with accents to ASCII (Punycode), as SES requires.
 */
export const cleanEmail = (typed: string) =>
  typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/@([\p{L}\p{M}\p{N}.-]+)$/u, (address, domain: string) =>
      /^[\x21-\x7e]+$/.test(domain) ? address : `@${toAsciiDomain(domain)}`,
    );

/** Global in browsers and in Node; this folder has the types of neither. */
declare const URL: new (address: string) => { hostname: string };

function toAsciiDomain(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/**
 * Email pattern of every form, in a file without schemas, which the browser loads lazily. Excludes addresses that SES
 * rejects: letters outside ASCII, dots at the ends of a part or two in a row, other signs in the domain.
 */
export const simpleEmail = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;
