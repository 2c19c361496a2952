import { ApiError, type ErrorText, errorText, genericErrorText } from '../../../lib/api.ts';

const byCode: Record<string, string> = {
  SSN4003: 'Usuario sin suscripción',
  PYM4001: 'Ya has pagado por este producto',
  SR4006: 'El usuario está dado de baja',
  CPT4000: 'No se pudo verificar reCAPTCHA. Inténtalo de nuevo.',
  CPT4001:
    'Ha habido muchos intentos fallidos y no hemos podido comprobar que eres una persona. Entra con «¿Has olvidado tu contraseña?» o prueba dentro de unos minutos.',
};

export function describeLoginError(error: unknown): ErrorText | string {
  if (error instanceof ApiError && (error.status === 400 || error.status === 401)) {
    return byCode[error.code] ?? 'Usuario / Contraseña incorrectos';
  }
  return errorText(error);
}

/** Describes an error code of the query, which can be anything: unknown codes get the generic text. */
export function describeQueryError(code: string | null): string | undefined {
  if (!code) return undefined;
  return Object.hasOwn(byCode, code) ? byCode[code] : genericErrorText;
}
