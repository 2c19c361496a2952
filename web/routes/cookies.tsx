/** /cookies: the cookie policy, with the consent choice. */

import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { useConsent } from '../lib/consent.ts';
import { Button } from '../ui/button.tsx';

const necessary = [
  ['cantera-session', 'Mantiene tu sesión abierta', 'Un día, o hasta un año si pides recordarte'],
  ['cantera-club-staff', 'Recuerda que eres personal de un club', 'Un año'],
  [
    'Almacenamiento local',
    'Tus filtros, tus últimas búsquedas, el aspecto que prefieres, tu elección sobre las cookies, lo rápida que fue tu conexión con el último video y los datos de tu sesión',
    'Hasta que lo borres',
  ],
  [
    'Caché sin conexión',
    'Las partes de la web y tu última consulta del calendario, tus clubes y tus listas, para que se abran sin red',
    'Hasta la versión siguiente; lo de tu cuenta, hasta que cierras la sesión',
  ],
];
const measuring = [['_ga, _ga_…', 'Cuentan las visitas con Google Analytics, sin publicidad', 'Hasta dos años']];

export default function CookiesPage() {
  return (
    <LegalPage title="Política de cookies">
      <p>
        Las cookies son pequeños datos que tu navegador guarda. Usamos las necesarias para que la web funcione. Las de
        medición solo se cargan si las aceptas, y puedes cambiar de opinión cuando quieras.
      </p>
      <h2>Tu elección</h2>
      <Choice />
      <h2>Las necesarias</h2>
      <CookieTable cookies={necessary} />
      <h2>Las de medición</h2>
      <CookieTable cookies={measuring} />
      <h2>De terceros</h2>
      <p>
        Cuando abres un formulario, como el de iniciar sesión, reCAPTCHA, de Google, comprueba que no eres un robot. El
        pago se hace en la página de Stripe, con sus propias cookies.
      </p>
      <h2>Cómo quitarlas</h2>
      <p>
        Puedes borrarlas y bloquearlas en los ajustes de tu navegador. Sin la de sesión no podrás entrar en tu cuenta.
      </p>
    </LegalPage>
  );
}

function Choice() {
  const [accepted, choose] = useConsent();
  const state =
    accepted === undefined
      ? 'Todavía no has elegido: de momento no se carga ninguna cookie de medición.'
      : accepted
        ? 'Has aceptado las cookies de medición.'
        : 'Has rechazado las cookies de medición.';
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line bg-surface p-4">
      <p role="status" className="mr-auto min-w-[min(14rem,100%)] flex-1 text-small">
        {state}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button kind="secondary" size="small" disabled={accepted === false} onClick={() => choose(false)}>
          Rechazar
        </Button>
        <Button kind="secondary" size="small" disabled={accepted === true} onClick={() => choose(true)}>
          Aceptar
        </Button>
      </div>
    </div>
  );
}

function CookieTable({ cookies }: { cookies: string[][] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-small">
        <thead>
          <tr className="border-b border-line">
            <th className="w-1/4 py-2 pr-4">Nombre</th>
            <th className="w-2/5 py-2 pr-4">Para qué</th>
            <th className="py-2">Duración</th>
          </tr>
        </thead>
        <tbody>
          {cookies.map(([name, purpose, life]) => (
            <tr key={name} className="border-b border-line align-top">
              <td className="py-2 pr-4 font-semibold">{name}</td>
              <td className="py-2 pr-4 text-muted">{purpose}</td>
              <td className="py-2 text-muted">{life}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
