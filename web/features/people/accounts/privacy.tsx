/** Data export, marketing consent and account deletion. */
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, type ErrorText, errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { showSuccess } from './success-toast.ts';

export function Privacy() {
  const session = useSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<ErrorText | string>();
  const isViewer = session.user?.role === 'REGULAR_BASIC' || session.user?.role === 'REGULAR_SUBSCRIBER';

  const accepts = session.user?.acceptsMarketing ?? false;
  const choosing = useAct({
    send: async (acceptMarketing: boolean) => {
      await api('PATCH /users/me', { body: { acceptMarketing } });
      await session.refresh();
    },
    onDone: (_, accepts) =>
      showSuccess(accepts ? 'Te escribiremos con las novedades' : 'Ya no te escribiremos con novedades'),
  });

  const saving = useAct({
    send: async () => {
      const [{ data }, { data: paid }] = await Promise.all([api('GET /users/me/data'), api('GET /users/me/payments')]);
      const content = JSON.stringify({ ...data, ...paid }, null, 2);
      saveFile(new Blob([content], { type: 'application/json' }), 'mis-datos-cantera-tv.json');
    },
  });

  async function remove(event: FormEvent) {
    event.preventDefault();
    try {
      await api('DELETE /users/me', { body: { password } });
      await session.logout();
      showSuccess('Tu cuenta ha sido eliminada');
      navigate(paths.landing, { replace: true });
    } catch (error) {
      setFailure(errorText(error));
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {isViewer && (
        <Checkbox
          label="Quiero recibir novedades y ofertas por email"
          checked={accepts}
          onChange={(event) => choosing.mutate(event.target.checked)}
        />
      )}
      <p className="text-small text-muted">
        Puedes llevarte todo lo que guardamos de ti. Si eliminas tu cuenta lo borramos todo, salvo lo que la ley nos
        obliga a conservar durante seis años si has pagado algo: tu nombre, tu email, tu DNI, tu dirección, y los
        importes y las fechas de tus pagos.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button kind="secondary" onClick={() => saving.mutate()}>
          Descargar mis datos
        </Button>
        {isViewer && (
          <Button kind="danger" onClick={() => setAsking(true)}>
            Eliminar mi cuenta
          </Button>
        )}
      </div>
      {asking && (
        <Dialog title="Eliminar mi cuenta" onClose={() => setAsking(false)}>
          {session.user?.hasPassword === false ? (
            <div className="flex flex-col gap-5">
              <p>
                Para confirmarlo hace falta tu contraseña, y tu cuenta todavía no tiene ninguna. Elige antes una con el
                enlace que puedes pedir en «Contraseña».
              </p>
              <Button kind="secondary" className="self-end" onClick={() => setAsking(false)}>
                Entendido
              </Button>
            </div>
          ) : (
            <form noValidate className="flex flex-col gap-5" onSubmit={remove}>
              <p>Perderás tus compras, tus listas y tu suscripción. Esto no se puede deshacer.</p>
              <PasswordInput
                label="Tu contraseña"
                name="password"
                autoComplete="current-password"
                value={password}
                error={failure}
                onChange={(event) => {
                  setPassword(event.target.value);
                  setFailure(undefined);
                }}
              />
              <div className="flex flex-wrap justify-end gap-3">
                <Button kind="secondary" onClick={() => setAsking(false)}>
                  Mejor no
                </Button>
                <Button type="submit" kind="danger" disabled={password === ''}>
                  Eliminar mi cuenta
                </Button>
              </div>
            </form>
          )}
        </Dialog>
      )}
    </div>
  );
}
