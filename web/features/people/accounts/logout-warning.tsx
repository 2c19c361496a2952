/** Warns, before a logout, that a user without a password could not log in again; offers a link to set one. */
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FirstPassword } from './first-password.tsx';

export function LogoutWarning({ email, onLeave, onStay }: { email: string; onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Para volver a entrar necesitarás una contraseña"
      confirm="Salir de todos modos"
      cancel="Seguir aquí"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      <FirstPassword email={email} />
      <p className="mt-4 text-small">
        Lo que has comprado no se pierde: desde «Iniciar Sesión» también puedes pedir el enlace.
      </p>
    </ConfirmDialog>
  );
}
