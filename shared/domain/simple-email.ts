/**
 * Email pattern of every form, separate from the schemas, which the browser loads lazily. Excludes quoted local parts,
 * which SES rejects.
 */
export const simpleEmail = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/;
