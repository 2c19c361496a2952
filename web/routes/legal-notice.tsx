/** /aviso-legal: the legal notice, with the company data of the stage's configuration. */
import { Link } from 'react-router-dom';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { useConfig } from '../lib/config-context.tsx';
import { paths } from '../lib/paths.ts';

export default function LegalNoticePage() {
  const { company } = useConfig();
  return (
    <LegalPage title="Aviso legal">
      <h2>Quiénes somos</h2>
      <p>
        Este sitio es de {company.name}, con NIF {company.taxId} y domicilio en {company.address}. Puedes escribirnos a{' '}
        {company.email}.
      </p>
      <h2>Qué ofrecemos</h2>
      <p>
        Cantera TV emite en directo y en diferido partidos de fútbol y baloncesto de categorías inferiores. Parte del
        contenido es abierto; el resto se ve con la compra de un evento, con la suscripción o como cliente de nuestro
        operador colaborador. Los precios incluyen el IVA.
      </p>
      <h2>Menores de edad</h2>
      <p>
        Los menores de edad necesitan la autorización de su padre, madre o tutor legal para registrarse y para usar el
        servicio. Quien tutela a un menor responde del uso que este haga de la cuenta. Las imágenes de menores se emiten
        con las autorizaciones que recogen sus clubes; si quieres que dejemos de mostrar una, escríbenos y la
        retiraremos. Este es el{' '}
        <Link
          to={paths.document('autorizacion-menores')}
          className="font-semibold text-text underline underline-offset-4"
        >
          modelo de autorización
        </Link>
        .
      </p>
      <h2>Tu cuenta</h2>
      <p>
        La cuenta es personal. Está prohibido compartirla con otras personas. Con una cuenta se puede ver un solo
        partido a la vez; si detectamos un uso compartido podremos cerrarla.
      </p>
      <h2>Compras y suscripción</h2>
      <p>
        La compra de un evento da acceso a él durante 90 días desde la compra o desde el final previsto del evento, lo
        que sea más tarde. La suscripción se cobra cada mes y termina sola al final de la temporada; puedes cancelarla
        cuando quieras desde tu cuenta. Al empezar a ver un contenido de pago aceptas que el servicio comience de
        inmediato, por lo que no cabe desistimiento sobre lo ya disfrutado. El detalle está en las{' '}
        <Link
          to={paths.document('condiciones-compra')}
          className="font-semibold text-text underline underline-offset-4"
        >
          condiciones de compra
        </Link>
        .
      </p>
      <h2>Propiedad intelectual</h2>
      <p>
        Las grabaciones, los textos y la marca pertenecen a {company.name} o a quienes nos han cedido sus derechos. No
        se pueden descargar, copiar ni volver a emitir.
      </p>
      <h2>Ley aplicable</h2>
      <p>
        Estas condiciones se rigen por la ley española. Como consumidor puedes acudir a los tribunales de tu domicilio.
      </p>
    </LegalPage>
  );
}
