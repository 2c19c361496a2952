/** Warns, before a logout, that a user without a password could not log in again; offers a link to set one. */
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FirstPassword } from './first-password.tsx';

export function LogoutWarning({ email, onLeave, onStay }: { email: string; onLeave: () => void; onStay: () => void }) {
  return (
    <Dialog
      title="Para volver a entrar necesitarás una contraseña"
      onClose={onStay}
      actions={
        <>
          <Button kind="secondary" onClick={onStay} data-focus>
            Seguir aquí
          </Button>
          <Button kind="danger" onClick={onLeave}>
            Salir de todos modos
          </Button>
        </>
      }
    >
      <FirstPassword email={email} />
      <p className="mt-4 text-small">
        Lo que has comprado no se pierde: desde «Iniciar Sesión» también puedes pedir el enlace.
      </p>
    </Dialog>
  );
}
