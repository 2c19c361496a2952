/** Sign-ups with unused addresses. */
import { call, fetchCaptchaToken } from '../../support/api.ts';
import { edgeHeaders } from '../../support/people.ts';

export const address = () => `familia-${Math.random().toString(36).slice(2)}@cantera.test`;

export async function signUp(fields: Record<string, unknown>) {
  const body = {
    name: 'Eva',
    surname: 'Ruiz',
    email: address(),
    password: 'clave-de-eva',
    acceptMarketing: false,
    ...fields,
  };
  return call('POST /users', {
    headers: edgeHeaders(),
    body: { ...body, captchaToken: await fetchCaptchaToken('signup') },
  });
}
