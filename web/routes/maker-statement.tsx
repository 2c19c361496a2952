/** /declaracion-responsable: the statement of the maker of this invoicing software (RD 1007/2023, art. 13). */
import { pages } from '../../shared/domain/pages.ts';
import { softwareName, softwareVersion } from '../../shared/domain/software.ts';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { useConfig } from '../lib/config-context.tsx';

export default function MakerStatementPage() {
  const { company, maker = company } = useConfig();
  return (
    <LegalPage title={pages.makerStatement.title}>
      <h2>Programa de facturación</h2>
      <ul>
        <li>Nombre: {softwareName}</li>
        <li>Código: CT</li>
        <li>Versión: {softwareVersion}</li>
        <li>
          Qué hace: emite y guarda las facturas de las ventas en línea, con sus registros encadenados y su código QR.
          Funciona en servidores en la nube; lo usa un solo obligado tributario en cada instalación.
        </li>
        <li>No envía los registros a la Agencia Tributaria: no es un sistema VERI*FACTU. Los exporta por meses.</li>
        <li>Firma electrónica: el programa no firma los registros; quien lo usa los firma o los envía.</li>
      </ul>
      <h2>Quién lo produce</h2>
      <p>
        {maker.name}, con NIF {maker.taxId} y domicilio en {maker.address}. Contacto: {maker.email}.
      </p>
      <h2>Declaración</h2>
      <p>
        {maker.name} declara que esta versión del programa genera, conserva y exporta los registros de facturación según
        el artículo 29.2.j) de la Ley 58/2003, General Tributaria, el Real Decreto 1007/2023 y la Orden HAC/1177/2024,
        salvo en lo que arriba se dice que no hace.
      </p>
    </LegalPage>
  );
}
