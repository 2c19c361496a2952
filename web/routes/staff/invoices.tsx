/** /facturas: the invoices of a month with their sums, and the records for the tax agency. */
import { useQuery } from '@tanstack/react-query';
import type { InvoiceView } from '../../../shared/contract/invoices.ts';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { amountColumn, pillColumn } from '../../features/platform/back-office/columns.tsx';
import { ListLoader } from '../../features/platform/back-office/list-loader.tsx';
import { api } from '../../lib/api.ts';
import { capitalise, formatCount, formatDay } from '../../lib/format.ts';
import { saveDownload } from '../../lib/save-download.ts';
import { saveTable } from '../../lib/save-table.ts';
import { pageQuery, useFilter, usePage } from '../../lib/use-page.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, RowText } from '../../ui/manage-list.tsx';
import { Select } from '../../ui/select.tsx';
import { useAct } from '../../ui/use-act.ts';

export default function InvoicesPage() {
  const [wanted, choose] = useFilter('mes');
  const chosen = /^20\d\d-(0[1-9]|1[0-2])$/.test(wanted) ? wanted : undefined;
  const pages = usePage();
  const list = useQuery(
    pageQuery(['invoices', chosen], pages.page, (page, signal) =>
      api('GET /live/invoices', { query: { page, ...(chosen && { month: chosen }) }, signal }),
    ),
  );
  const data = list.data;
  const saving = useAct({
    send: (kind: 'csv' | 'xml') => saveRecords(kind, data?.month ?? ''),
    failure: 'No se ha podido preparar el archivo',
  });
  const months = [...new Set([...(data ? [data.month] : []), ...(data?.months ?? [])])];
  return (
    <>
      <BackOfficeHeading title="Facturas">
        {data && data.total > 0 && (
          <>
            <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate('csv')}>
              Descargar CSV
            </Button>
            <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate('xml')}>
              Registros para Hacienda
            </Button>
          </>
        )}
      </BackOfficeHeading>
      <p className="mb-5 max-w-3xl text-muted">
        Cada pago tiene su factura y cada devolución su rectificativa, sin huecos en los números. Se hacen solas, un par
        de minutos después. Los registros están encadenados; no se envían a la Agencia Tributaria desde aquí.
      </p>
      <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3">
        {months.length > 0 && (
          <div className="w-56">
            <Select
              label="Mes"
              choices={months.map((month) => ({
                value: month,
                label: capitalise(nameMonth(new Date(`${month}-15T12:00:00Z`))),
              }))}
              value={data?.month}
              onChange={({ target }) => choose(target.value)}
            />
          </div>
        )}
        <p className="min-h-6 pb-2 font-semibold tabular-nums" role="status">
          {data && data.total > 0 && describeSum(data.sum)}
        </p>
      </div>
      <ListLoader
        label="Facturas"
        columns={columns}
        list={list}
        rows={data?.invoices}
        pages={{ ...pages, totalPages: data?.totalPages }}
        empty={
          <EmptyState
            icon="copy"
            title="Este mes no hay facturas"
            text="Aquí aparecerán las de los pagos y las de las devoluciones."
          />
        }
      />
    </>
  );
}

/** The agency takes 1,000 records in a file: a larger month comes in several. */
async function saveRecords(kind: 'csv' | 'xml', month: string): Promise<void> {
  if (kind === 'csv') return saveTable('/live/invoices/csv', { month }, `facturas-${month}.csv`);
  let cursor: string | null = '0';
  for (let part = 1; cursor !== null; part += 1)
    cursor = await saveDownload('/live/invoices/xml', { month, cursor }, `registros-${month}-${part}.xml`);
}

const nameMonth = madridText({ month: 'long', year: 'numeric' });

const describeSum = ({ invoices, base, vat, total }: { invoices: number; base: number; vat: number; total: number }) =>
  [
    `${formatCount(invoices)} ${invoices === 1 ? 'factura' : 'facturas'}`,
    `base ${formatPrice(base / 100)}`,
    `IVA ${formatPrice(vat / 100)}`,
    `total ${formatPrice(total / 100)}`,
  ].join(' · ');

const kinds = {
  SIMPLIFIED: { text: 'Simplificada', tone: 'success' },
  FULL: { text: 'Con NIF', tone: 'success' },
  RECTIFYING: { text: 'Rectificativa', tone: 'warning' },
} as const;

const columns: Column<InvoiceView>[] = [
  {
    title: 'Factura',
    cell: ({ number, description, buyer }) => (
      <RowText title={number}>
        {description}
        {buyer && <span className="block">{buyer}</span>}
      </RowText>
    ),
  },
  pillColumn('Tipo', '140px', ({ kind }) => kinds[kind]),
  {
    title: 'Fecha',
    width: '170px',
    cell: ({ date }) => <span className="text-small tabular-nums">{capitalise(formatDay(`${date}T12:00:00Z`))}</span>,
  },
  amountColumn(
    'Total',
    '130px',
    ({ total }) => formatPrice(total / 100),
    ({ vat }) => `IVA ${formatPrice(vat / 100)}`,
  ),
  { title: 'PDF', width: '72px', isNumber: true, cell: (invoice) => <PdfButton invoice={invoice} /> },
];

function PdfButton({ invoice: { id, number } }: { invoice: InvoiceView }) {
  const saving = useAct({
    send: () => saveDownload(`/live/invoices/${id}/pdf`, {}, `${number}.pdf`),
    failure: 'No se ha podido descargar la factura',
  });
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center text-small underline underline-offset-4 disabled:text-muted @[860px]:ml-auto"
      disabled={saving.isPending}
      onClick={() => saving.mutate()}
    >
      PDF<span className="sr-only"> de {number}</span>
    </button>
  );
}
