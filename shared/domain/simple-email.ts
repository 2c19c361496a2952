/**
 * The simple pattern of every form, apart from the schemas, which the browser loads later: something, an at sign, a domain with
 * a dot, and none of the signs that an address may have only in quotes, which the mail service refuses.
 */
export const simpleEmail = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/;
