/** A new password, twice; password managers store it under the email. */
import { passwordHint } from '../../../../shared/domain/limits.ts';
import { capitalise } from '../../../lib/format.ts';
import type { Fields } from '../../../lib/use-fields.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import type { Security } from './account-validation.ts';

interface Props {
  form: Pick<Fields<Pick<Security, 'password' | 'confirmation'>>, 'field'>;
  email?: string;
  name?: string;
}

export function NewPassword({ form: { field }, email, name = 'contraseña' }: Props) {
  return (
    <>
      {email !== undefined && <input type="hidden" name="username" autoComplete="username" value={email} readOnly />}
      <PasswordInput
        label={capitalise(name)}
        required
        autoComplete="new-password"
        hint={passwordHint}
        {...field('password')}
      />
      <PasswordInput label={`Repite la ${name}`} required autoComplete="new-password" {...field('confirmation')} />
    </>
  );
}
