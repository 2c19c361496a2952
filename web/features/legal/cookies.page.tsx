/** /cookies (A-LEGAL-1). */
import { LegalPage } from './legal-page.tsx';

const cookies = [
  ['cantera-session', 'Mantiene tu sesión abierta', 'Un día, o hasta un año si pides recordarte'],
  ['cantera-club-staff', 'Recuerda que eres personal de un club', 'Un año'],
  ['Almacenamiento local', 'Tus filtros, el aviso de cookies y tu elección de deporte', 'Hasta que lo borres'],
];

export default function CookiesPage() {
  return (
    <LegalPage title="Política de cookies">
      <p>
        Las cookies son pequeños datos que tu navegador guarda. Usamos las necesarias para que la web funcione. Las de
        medición solo se cargan si las aceptas.
      </p>
      <h2>Las que usamos</h2>
      <div className="overflow-x-auto">
        <table className="w-full text-left text-small">
          <thead>
            <tr className="border-b border-line">
              <th className="py-2 pr-4">Nombre</th>
              <th className="py-2 pr-4">Para qué</th>
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
      <h2>De terceros</h2>
      <p>
        Al iniciar sesión o enviar un formulario comprobamos que no eres un robot con reCAPTCHA, de Google. El pago se
        hace en la página de Stripe, con sus propias cookies.
      </p>
      <h2>Cómo quitarlas</h2>
      <p>
        Puedes borrarlas y bloquearlas en los ajustes de tu navegador. Sin la de sesión no podrás entrar en tu cuenta.
      </p>
    </LegalPage>
  );
}
