/** Validates the acceptance of an invitation; returns the first problem in the form's order. */
import { passwordMinLength } from '../../../../shared/domain/limits.ts';
import { isBlank } from '../../../../shared/domain/visible-text.ts';

export interface AcceptanceForm {
  name: string;
  password: string;
  confirmation: string;
}

export interface AcceptanceProblem {
  field: keyof AcceptanceForm;
  text: string;
}

export function validateAcceptance({ name, password, confirmation }: AcceptanceForm): AcceptanceProblem | undefined {
  if (isBlank(name)) return { field: 'name', text: 'Por favor, introduce tu nombre' };
  if (password === '') return { field: 'password', text: 'Por favor, introduce una contraseña' };
  if (password.length < passwordMinLength)
    return { field: 'password', text: 'La contraseña debe tener al menos 8 caracteres' };
  if (password !== confirmation) return { field: 'confirmation', text: 'Las contraseñas no coinciden' };
  return undefined;
}
