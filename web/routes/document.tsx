/**
 * /documento/{name}: one of the site's PDFs, shown from a blob, because our pages must not be framed. Browsers without
 * a PDF viewer get the link to download it.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useTitle } from '../lib/use-title.ts';
import { chooseButtonLook } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

const documents: Record<string, string> = {
  'autorizacion-menores': 'Autorización para menores de edad',
  'condiciones-compra': 'Condiciones de compra',
};

export default function DocumentPage() {
  const { name = '' } = useParams();
  const title = Object.hasOwn(documents, name) ? documents[name] : undefined;
  return title ? (
    <PdfDocument title={title} address={`/documentos/${name}.pdf`} />
  ) : (
    <Navigate to={paths.notFound} replace />
  );
}

function PdfDocument({ title, address }: { title: string; address: string }) {
  useTitle(title);
  const file = useQuery({
    queryKey: ['document', address],
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { signal });
      if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}`);
      return new Blob([await answer.arrayBuffer()], { type: 'application/pdf' });
    },
    retry: 1,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useObjectUrl(file.data);
  return (
    <div className="flex w-full max-w-230 flex-col gap-6 px-gutter py-10">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="mr-auto text-title">{title}</h1>
        <a href={address} download className={chooseButtonLook('secondary', 'medium')}>
          Descargar PDF
        </a>
      </div>
      {file.isPending && (
        <div role="status" className="grid h-60 place-items-center">
          <Spinner size={40} label="Cargando el documento" />
        </div>
      )}
      {shown && (
        <iframe
          src={shown}
          title={title}
          className="h-[min(80vh,64rem)] w-full rounded-md border border-line bg-raised"
        />
      )}
      <p className="text-small text-muted">
        {file.isError ? 'No hemos podido mostrar el documento aquí.' : '¿No ves el documento?'}{' '}
        <a href={address} download className="font-semibold text-text underline underline-offset-4">
          Descárgalo en tu dispositivo
        </a>
        .
      </p>
    </div>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
