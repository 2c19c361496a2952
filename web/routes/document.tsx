/**
 * /documento/{name} and /documento/{name}/{version}: a legal document as text and as a PDF, which is shown from a blob,
 * because our pages must not be framed. Browsers without a PDF viewer get the link to download it.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { type DocumentName, documents, findVersion, isDocumentName, toPdfName } from '../../shared/domain/documents.ts';
import { DocumentText, DocumentVersions } from '../features/trust/legal/document-text.tsx';
import { LegalPage } from '../features/trust/legal/legal-page.tsx';
import { paths } from '../lib/paths.ts';
import { chooseButtonLook } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';

export default function DocumentPage() {
  const { name = '', version } = useParams();
  const wanted = version === undefined ? undefined : Number(version);
  const exists = isDocumentName(name) && (wanted === undefined || findVersion(name, wanted) !== undefined);
  return exists ? <Document name={name} version={wanted} /> : <Navigate to={paths.notFound} replace />;
}

function Document({ name, version }: { name: DocumentName; version: number | undefined }) {
  const { title } = documents[name];
  const address = `/documentos/${toPdfName(name, version)}`;
  return (
    <LegalPage title={title}>
      <a href={address} download className={`${chooseButtonLook('secondary', 'medium')} self-start`}>
        Descargar PDF
      </a>
      <DocumentText name={name} {...(version && { version })} />
      <DocumentVersions name={name} {...(version && { version })} />
      <PdfFrame title={title} address={address} />
    </LegalPage>
  );
}

const frameHeight = 'h-[min(80vh,64rem)]';

function PdfFrame({ title, address }: { title: string; address: string }) {
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
  const fileAddress = useObjectUrl(file.data);
  return (
    <>
      {file.isPending && (
        <div role="status" className={`grid place-items-center ${frameHeight}`}>
          <Spinner size={40} label="Cargando el documento" />
        </div>
      )}
      {fileAddress && (
        <iframe
          src={fileAddress}
          title={title}
          className={`w-full rounded-md border border-line bg-raised ${frameHeight}`}
        />
      )}
      <p className="text-small text-muted">
        {file.isError ? 'No hemos podido mostrar el documento aquí.' : '¿No ves el documento?'}{' '}
        <a href={address} download className="font-semibold text-text underline underline-offset-4">
          Descárgalo en tu dispositivo
        </a>
        .
      </p>
    </>
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
