/** /accesibilidad: the accessibility statement, as Ley 11/2023 wants it. */

import { madridText } from '../../shared/domain/madrid-text.ts';
import { pages } from '../../shared/domain/pages.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { useConfig } from '../lib/config-context.tsx';

export default function AccessibilityPage() {
  const { company, legal } = useConfig();
  return (
    <LegalPage title={pages.accessibility.title}>
      <p>
        {company.name} quiere que cualquiera pueda usar Cantera TV. La web sigue las pautas WCAG 2.1 de nivel AA y la
        norma EN 301 549.
      </p>
      <h2>Qué puedes hacer</h2>
      <ul>
        <li>Manejar todas las páginas y el reproductor con el teclado o con un lector de pantalla.</li>
        <li>Ampliar el texto al doble sin perder contenido, y ver la web con el tema claro u oscuro.</li>
        <li>Reducir las animaciones desde los ajustes de tu dispositivo.</li>
        <li>Ver los partidos sin que la web te descubra el resultado.</li>
        <li>Descargar las condiciones y las facturas en PDF con estructura para lectores de pantalla.</li>
      </ul>
      <h2>Qué no es accesible todavía</h2>
      <ul>
        <li>Los directos y los partidos grabados no tienen subtítulos ni audiodescripción.</li>
        <li>El pago se hace en la página de Stripe, que tiene su propia declaración.</li>
      </ul>
      <h2>Si algo no te funciona</h2>
      <p>
        Escríbenos a {legal?.contactPoint || company.email} y cuéntanos en qué página y con qué dispositivo. Te
        respondemos en un máximo de 20 días hábiles. Si la respuesta no te convence, puedes reclamar ante la autoridad
        de consumo de tu comunidad autónoma.
      </p>
      {legal?.accessibilityReview && (
        <p>Última revisión: {longDay(new Date(`${legal.accessibilityReview}T12:00:00Z`))}.</p>
      )}
    </LegalPage>
  );
}

const longDay = madridText({ day: 'numeric', month: 'long', year: 'numeric' });
