/** Sites that may show a club's matches and calendar in a frame (E-SHARE-5), as a browser is told of them. Pure. */

/** Of a club. */
export const mostEmbedHosts = 10;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A name with a dot that ends in letters: neither an address of the network nor a machine's own name. */
const host = new RegExp(`^(?:\\*\\.)?(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`);

/**
 * 'https://www.CDSauce.es/partidos' → 'www.cdsauce.es', in ASCII (other letters as Punycode, which a browser makes of
 * them). A leading '*.' stands for every name below. Served by https alone, at its own port.
 */
export const embedHostOf = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/s, '');

/** A real one is far shorter than a name may be; many of them stand in one header. */
export const isEmbedHost = (text: string) => text.length <= 100 && host.test(text);
