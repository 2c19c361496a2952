/**
 * What somebody has just signed up with, so that the login that follows is one tap. In this page's memory alone, and no
 * longer than the login is open.
 */
interface Credentials {
  username: string;
  password: string;
}

let kept: Credentials | undefined;

export function keepNewAccount(credentials: Credentials): void {
  kept = credentials;
}

export const newAccount = (): Credentials | undefined => kept;

export function forgetNewAccount(): void {
  kept = undefined;
}
