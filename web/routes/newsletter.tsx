/** /boletin/confirmar and /boletin/baja: the links of newsletter emails. One visit is enough. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { api, errorText } from '../lib/api.ts';
import { paths } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { PageSpinner } from '../ui/spinner.tsx';

const texts = {
  confirm: {
    key: 'POST /public/newsletter/confirm',
    title: 'Suscripción confirmada',
    text: 'Te has suscrito correctamente. Te escribiremos cuando haya novedades de la cantera. Nada de correo basura.',
    failed: 'No hemos podido confirmar tu suscripción',
  },
  unsubscribe: {
    key: 'POST /public/newsletter/unsubscribe',
    title: 'Te hemos dado de baja',
    text: 'No volverás a recibir la newsletter. Si cambias de idea, puedes apuntarte al pie de cualquier página.',
    failed: 'No hemos podido darte de baja',
  },
} as const;

export default function NewsletterPage({ action }: { action: keyof typeof texts }) {
  const { key, title, text, failed } = texts[action];
  useTitle('Newsletter');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const request = useQuery({
    queryKey: ['newsletter', action, token],
    queryFn: async () => (await api(key, { body: { token } })) && true,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const home = <LinkButton to={paths.home}>Ir al inicio</LinkButton>;
  if (request.isPending) return <PageSpinner />;
  if (request.isError) return <ErrorState heading title={failed} message={errorText(request.error)} action={home} />;
  return (
    <div role="status" className="py-8">
      <EmptyState heading icon="check" title={title} text={text} action={home} />
    </div>
  );
}
