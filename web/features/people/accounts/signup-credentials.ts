/**
 * Credentials of a sign-up, which prefill the login that follows. Only in memory, for at most ten minutes and until the
 * user leaves the login page.
 */
interface Credentials {
  username: string;
  password: string;
}

const maxAgeMs = 600_000;

let stored: Credentials | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function rememberSignup(credentials: Credentials): void {
  forgetSignup();
  stored = credentials;
  timer = setTimeout(forgetSignup, maxAgeMs);
}

export const getSignupCredentials = (): Credentials | undefined => stored;

export function forgetSignup(): void {
  clearTimeout(timer);
  stored = undefined;
}
