/** The simple pattern of every form, apart from the schemas, which the browser loads later: something, an at sign, a domain with a dot. */
export const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
