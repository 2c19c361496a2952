import { passwordHint, passwordMinLength } from '../../../../shared/domain/limits.ts';
import { api, errorText } from '../../../lib/api.ts';
import { type Problems, useFields } from '../../../lib/use-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toaster.tsx';
import { showSuccess } from './success-toast.ts';

const empty = { oldPassword: '', newPassword: '' };

export function PasswordForm() {
  const { values, attributes, field, phase } = useFields({
    empty,
    validate,
    send: async (body, clear) => {
      try {
        await api('PATCH /users/me', { body });
        clear();
        showSuccess('Contraseña actualizada correctamente');
      } catch (error) {
        toast.error(errorText(error, 'Error al actualizar la contraseña'));
      }
    },
  });
  const isFilled = values.oldPassword !== '' || values.newPassword !== '';
  const busy = phase === 'sending';
  return (
    <form {...attributes}>
      {isFilled && !busy && <LeaveGuard />}
      <PasswordInput label="Contraseña actual" {...field('oldPassword')} />
      <PasswordInput
        label="Nueva contraseña"
        autoComplete="new-password"
        hint={`${passwordHint} Las demás sesiones abiertas se cerrarán.`}
        {...field('newPassword')}
      />
      <Button type="submit" className="self-start" disabled={!isFilled} busy={busy}>
        Cambiar contraseña
      </Button>
    </form>
  );
}

function validate({ oldPassword, newPassword }: typeof empty): Problems<typeof empty> | undefined {
  if (!oldPassword) return { oldPassword: 'La contraseña actual es requerida para cambiar la contraseña' };
  if (!newPassword) return { newPassword: 'La nueva contraseña es requerida' };
  if (newPassword.length < passwordMinLength) return { newPassword: 'La contraseña debe tener al menos 8 caracteres' };
  return undefined;
}
