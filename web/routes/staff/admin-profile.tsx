/** /admin-profile: the admin's email, and a form to change the password. */
import { useForm } from 'react-hook-form';
import { passwordHint, passwordMinLength } from '../../../shared/domain/limits.ts';
import { api, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../session/session.tsx';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { FormLayout } from '../../ui/form-layout.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useSave } from '../../ui/use-save.ts';

const empty = { oldPassword: '', newPassword: '' };

export default function AdminProfilePage() {
  const { user } = useSession();
  const { run, isSaving, failure, reset } = useSave();
  const form = useForm({ mode: 'onSubmit', defaultValues: empty });
  const { errors, isDirty } = form.formState;

  const submit = form.handleSubmit((body) =>
    run(
      async () => {
        await api('PATCH /live/users/me', { body });
        form.reset(empty);
      },
      'Contraseña actualizada correctamente',
      (error) => errorText(error, 'Error al actualizar la contraseña'),
    ),
  );

  return (
    <>
      <BackOfficeHeading title="Perfil">
        <LinkButton to={paths.liveProfile} kind="secondary" icon="camera">
          Perfil del Directo
        </LinkButton>
      </BackOfficeHeading>
      <FormLayout
        onSubmit={submit}
        submitText="Cambiar contraseña"
        ready={isDirty}
        busy={isSaving}
        failure={failure}
        isHighlighted={isDirty}
        unsaved={false}
        onReset={() => {
          form.reset(empty);
          reset();
        }}
      >
        <TextInput label="Email" value={user?.email ?? ''} readOnly autoComplete="username" className="bg-raised!" />
        <h2 className="mt-2 text-lead">Cambiar contraseña</h2>
        <PasswordInput
          label="Contraseña actual"
          error={errors.oldPassword?.message}
          {...form.register('oldPassword', {
            validate: (old) => old !== '' || 'La contraseña actual es requerida para cambiar la contraseña',
          })}
        />
        <PasswordInput
          label="Nueva contraseña"
          autoComplete="new-password"
          hint={`${passwordHint} Las demás sesiones abiertas se cerrarán.`}
          error={errors.newPassword?.message}
          {...form.register('newPassword', {
            validate: (next) => {
              if (next === '') return 'La nueva contraseña es requerida';
              return next.length >= passwordMinLength || 'La contraseña debe tener al menos 8 caracteres';
            },
          })}
        />
      </FormLayout>
    </>
  );
}
