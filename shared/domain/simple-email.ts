/** Without blanks at the ends and the invisible marks (zero width, direction) that copying from chats and PDFs adds. */
export const cleanEmail = (typed: string) => typed.replace(/\p{Cf}/gu, '').trim();

/**
 * Email pattern of every form, separate from the schemas, which the browser loads lazily. Excludes quoted local parts,
 * which SES rejects.
 */
export const simpleEmail = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/;
