/** /privacidad: the privacy policy. */
import { Link } from 'react-router-dom';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { useConfig } from '../lib/config-context.tsx';
import { paths } from '../lib/paths.ts';

export default function PrivacyPolicyPage() {
  const { company, partnerName } = useConfig();
  return (
    <LegalPage title="Política de privacidad">
      <h2>Responsable</h2>
      <p>
        {company.name}, NIF {company.taxId}, {company.address}. Contacto: {company.email}.
      </p>
      <h2>Qué datos tratamos y para qué</h2>
      <ul>
        <li>
          Nombre, apellidos, email y contraseña (cifrada), para tu cuenta. Si compras solo con tu email, únicamente el
          email.
        </li>
        <li>Teléfono, DNI y dirección, para facturar lo que compras.</li>
        <li>
          Tus clubes favoritos, tus listas y por dónde vas en cada video, para que los tengas en todos tus dispositivos.
        </li>
        <li>Qué partidos ves, para contar la audiencia y para que solo se use una pantalla a la vez.</li>
        <li>
          Cómo se ve cada partido (cuánto tarda la imagen, si se para y con qué calidad), solo en sumas por partido y
          hora que no dicen quién lo vio.
        </li>
        <li>Tu email, si nos lo autorizas, para contarte novedades.</li>
      </ul>
      <h2>Con qué base</h2>
      <p>
        El contrato que aceptas al registrarte o comprar, las obligaciones legales de facturación y tu consentimiento
        para las comunicaciones comerciales y las cookies de medición. Puedes retirar tu consentimiento en cualquier
        momento.
      </p>
      <h2>Quién más los recibe</h2>
      <p>
        Los proveedores que hacen funcionar el servicio (alojamiento y emisión de video, pasarela de pago y envío de
        emails), con contrato de encargo. Si eres cliente de {partnerName}, intercambiamos con ese operador tu email y
        el estado de tu suscripción. Si aceptas las cookies de medición, Google cuenta por nosotros qué páginas se
        visitan. No vendemos datos.
      </p>
      <h2>Cuánto tiempo</h2>
      <p>
        Mientras tengas la cuenta. Al eliminarla los borramos, salvo lo que piden las facturas de lo que hayas pagado
        (nombre, email, DNI, dirección, importes y fechas), que el artículo 30 del Código de Comercio obliga a guardar
        seis años.
      </p>
      <h2>Menores</h2>
      <p>Los menores de 14 años solo pueden registrarse con la autorización de quien ejerza su tutela.</p>
      <h2>Tus derechos</h2>
      <p>
        Puedes descargar tus datos y eliminar tu cuenta desde{' '}
        <Link to={paths.profilePart('seguridad')} className="font-semibold text-text underline underline-offset-4">
          tu cuenta
        </Link>
        , y ejercer los derechos de acceso, rectificación, oposición, limitación y portabilidad escribiendo a{' '}
        {company.email}. También puedes reclamar ante la Agencia Española de Protección de Datos.
      </p>
    </LegalPage>
  );
}
