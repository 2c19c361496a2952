/** Sites that may show a club's matches and calendar in a frame (E-SHARE-5), as a browser is told of them. Pure. */

/** Of a club. */
export const mostEmbedHosts = 10;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/**
 * A name with a dot that ends in letters: neither an address of the network nor a machine's own name. In ASCII: other
 * letters as Punycode. A leading '*.' stands for every name below. Served by https alone, at its own port.
 */
export const embedHost = new RegExp(`^(?:\\*\\.)?(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9]{1,59})$`);

/** Names may be longer, real ones are not; many of them stand in one header. */
export const longestEmbedHost = 100;

export const isEmbedHost = (text: string) => text.length <= longestEmbedHost && embedHost.test(text);
