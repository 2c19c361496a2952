import { useConfig } from '../../../lib/config-context.tsx';
import { paths } from '../../../lib/paths.ts';
import { TextLink } from '../../../ui/text-link.tsx';

/** The company that runs the site, from the stage's settings. */
export function Company({ heading }: { heading: string }) {
  const { company, legal } = useConfig();
  return (
    <>
      <h2>{heading}</h2>
      <p>
        {company.name}, con NIF {company.taxId} y domicilio en {company.address}. Puedes escribirnos a {company.email}.
        {legal?.registry && ` ${legal.registry}.`}
      </p>
    </>
  );
}

/** Contact point, complaint forms, age of consent, and the statements that have a page of their own. */
export function LegalStatements() {
  const { company, legal } = useConfig();
  return (
    <>
      <h2>Avisos y autoridades</h2>
      <p>
        El punto de contacto para usuarios y autoridades es {legal?.contactPoint || company.email}; atendemos en
        español. Para avisar de un contenido, usa <TextLink to={paths.report}>este formulario</TextLink>: no hace falta
        tener cuenta.
      </p>
      {legal?.complaints && (
        <>
          <h2>Hojas de reclamaciones</h2>
          <p>Tienes hojas de reclamaciones a tu disposición. {legal.complaints}.</p>
        </>
      )}
      {legal && (
        <>
          <h2>Edad para dar el consentimiento</h2>
          <p>
            Desde los {legal.consentAge} años puedes consentir por tu cuenta que tratemos tus datos. Antes hace falta el
            permiso de tu padre, madre o tutor legal.
          </p>
        </>
      )}
      <h2>Más información</h2>
      <p className="flex flex-wrap gap-x-6">
        <TextLink to={paths.accessibility}>Declaración de accesibilidad</TextLink>
        <TextLink to={paths.makerStatement}>Declaración responsable del programa de facturación</TextLink>
      </p>
    </>
  );
}
