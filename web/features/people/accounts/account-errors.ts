import { ApiError, type ErrorText, errorText, withRequestId } from '../../../lib/api.ts';

const byCode: Record<string, string> = {
  SR4092: 'Ya existe un usuario con ese email. Inicia sesión o registrate con otro email.',
  SR4002: 'El token de reseteo de contraseña es inválido o ha expirado.',
  SR5011: 'Algo salió mal. Intenta de nuevo en un rato o <a href="/contact/teams">contacta con nosotros</a>.',
  PYM4001: 'Ya has pagado por este producto',
};

/** Returns the text for the error's code, or else the server's message, or else the fallback. */
export function describeAccountError(error: unknown, fallback?: string): ErrorText {
  if (error instanceof ApiError && Object.hasOwn(byCode, error.code))
    return withRequestId(error, byCode[error.code] ?? '');
  return errorText(error, fallback);
}
