/**
 * What somebody has just signed up with, so that the login that follows is one tap. In this page's memory alone, no longer
 * than the login is open, and no longer than somebody who has just signed up takes to come there.
 */
interface Credentials {
  username: string;
  password: string;
}

const keptMs = 600_000;

let kept: Credentials | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function keepNewAccount(credentials: Credentials): void {
  forgetNewAccount();
  kept = credentials;
  timer = setTimeout(forgetNewAccount, keptMs);
}

export const newAccount = (): Credentials | undefined => kept;

export function forgetNewAccount(): void {
  clearTimeout(timer);
  kept = undefined;
}
