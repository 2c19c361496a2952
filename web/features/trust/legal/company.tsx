import { useConfig } from '../../../lib/config-context.tsx';

/** The company that runs the site, from the stage's settings. */
export function Company({ heading }: { heading: string }) {
  const { company } = useConfig();
  return (
    <>
      <h2>{heading}</h2>
      <p>
        {company.name}, con NIF {company.taxId} y domicilio en {company.address}. Puedes escribirnos a {company.email}.
      </p>
    </>
  );
}
