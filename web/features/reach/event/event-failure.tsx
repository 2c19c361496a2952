import { isNotFound } from '../../../lib/load-errors.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';

export function EventFailure({ error }: { error: Error }) {
  if (!isNotFound(error)) return <LoadFailure heading error={error} />;
  return (
    <ErrorState
      heading
      title="Evento no encontrado"
      message="No se pudo cargar la información del evento"
      action={<LinkButton to={paths.calendar}>Ir al calendario</LinkButton>}
    />
  );
}
