/** Hosts that may embed a club's pages, as in a Content-Security-Policy header. Pure. */

/** Limit for one club. */
export const maxEmbedHosts = 10;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/**
 * A domain name in ASCII (Punycode), without IP addresses, ports and single labels. A leading '*.' allows all
 * subdomains; https only.
 */
export const embedHost = new RegExp(`^(?:\\*\\.)?(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9]{1,59})$`);

/** Maximum length of a host; keeps the header, which lists all hosts of a match's clubs, short. */
export const maxEmbedHostLength = 100;

export const isEmbedHost = (text: string) => text.length <= maxEmbedHostLength && embedHost.test(text);
