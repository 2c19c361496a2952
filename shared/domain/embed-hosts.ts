/** Hosts that may embed a club's pages, as in a Content-Security-Policy header. Pure. */

/** Per club. */
export const mostEmbedHosts = 10;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/**
 * A domain name in ASCII (Punycode), without IP addresses, ports and single labels. A leading '*.' allows all
 * subdomains; https only.
 */
export const embedHost = new RegExp(`^(?:\\*\\.)?(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9]{1,59})$`);

/** Limits the header, which may contain many hosts. */
export const longestEmbedHost = 100;

export const isEmbedHost = (text: string) => text.length <= longestEmbedHost && embedHost.test(text);
