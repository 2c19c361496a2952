/** /compras-sin-ver: matches with buyers that cannot be watched, with the sum paid for them. */
import type { UnseenPurchase } from '../../../shared/contract/payments.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { type UnseenState, unseenReasonTexts, unseenStates, unseenStateTexts } from '../../../shared/domain/unseen.ts';
import { saveUnseenPurchases, useUnseenPurchases } from '../../features/money/unseen/queries.ts';
import { amountColumn, figureColumn } from '../../features/platform/back-office/columns.tsx';
import { ListLoader } from '../../features/platform/back-office/list-loader.tsx';
import { capitalise, formatCount, formatDateTime, formatDay } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useFilter, usePage } from '../../lib/use-page.ts';
import { BackOfficeHeading } from '../../ui/back-office-heading.tsx';
import { StatusPill } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, RowText } from '../../ui/manage-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAct } from '../../ui/use-act.ts';

export default function UnseenPurchasesPage() {
  const [chosen, choose] = useFilter('estado');
  const state = unseenStates.find((each) => each === chosen);
  const pages = usePage();
  const list = useUnseenPurchases(state, pages.page);
  const saving = useAct({ send: () => saveUnseenPurchases(state), failure: 'No se ha podido preparar el archivo' });
  const data = list.data;
  return (
    <>
      <BackOfficeHeading title="Vendido y sin ver">
        <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          Descargar CSV
        </Button>
      </BackOfficeHeading>
      <p className="mb-5 max-w-3xl text-muted">
        Partidos vendidos que ahora nadie puede ver. Si en una hora no vuelven, avisamos por email a cada comprador: no
        pierde su compra, y le escribimos de nuevo cuando pueda verlo. Si el partido se cancela o se elimina, o si dos
        días después de su final no se ha visto, le devolvemos el dinero sin que nadie tenga que pedirlo.
      </p>
      <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Tabs label="Estado" choices={stateTabs} value={state ?? ''} onChange={choose} />
        <p className="min-h-6 font-semibold tabular-nums" role="status">
          {data && data.total > 0 && describeSum(data.total, data.sum)}
        </p>
      </div>
      <ListLoader
        label="Vendido y sin ver"
        columns={columns}
        list={list}
        rows={data?.matches.map((match) => ({ ...match, id: match.eventId }))}
        pages={{ ...pages, totalPages: data?.totalPages }}
        empty={
          state ? (
            <EmptyState
              icon="eyeOff"
              title="Ningún partido en este estado"
              text="Prueba con otro filtro o quita alguno."
            />
          ) : (
            <EmptyState
              icon="check"
              title="Todo lo vendido se puede ver"
              text="Aquí aparecerán los partidos con compradores que se retiren, se cancelen o se queden sin emisión."
            />
          )
        }
      />
    </>
  );
}

const formatBuyers = (buyers: number) => `${formatCount(buyers)} ${buyers === 1 ? 'comprador' : 'compradores'}`;

const describeSum = (matches: number, { buyers, amount }: { buyers: number; amount: number }) =>
  `${formatCount(matches)} ${matches === 1 ? 'partido' : 'partidos'} · ${formatBuyers(buyers)} · ${formatPrice(amount / 100)}`;

const tones: Record<UnseenState, 'warning' | 'danger' | 'success'> = {
  waiting: 'warning',
  never: 'danger',
  refunding: 'warning',
  refunded: 'success',
  back: 'success',
};

const stateTabs = [
  { value: '', label: 'Todos' },
  ...unseenStates.map((value) => ({ value, label: unseenStateTexts[value] })),
];

const columns: Column<UnseenPurchase & { id: string }>[] = [
  {
    title: 'Partido',
    cell: ({ eventId, title, start, exists }) => (
      <RowText {...(exists && { to: paths.manage.events.edit(eventId) })} title={title}>
        {start && capitalise(formatDay(start))}
      </RowText>
    ),
  },
  {
    title: 'Estado y motivo',
    width: '240px',
    cell: ({ state, reason }) => (
      <span className="flex w-full flex-col items-start gap-1 @[860px]:w-auto">
        <StatusPill tone={tones[state]}>{unseenStateTexts[state]}</StatusPill>
        <span className="text-small text-muted">{unseenReasonTexts[reason]}</span>
      </span>
    ),
  },
  {
    title: 'Cuándo',
    width: '210px',
    cell: ({ backAt, since, toldAt }) => (
      <span className="w-full text-small tabular-nums @[860px]:w-auto">
        {backAt ? `De vuelta el ${formatDateTime(backAt)}` : `Desde el ${formatDateTime(since)}`}
        <span className="block text-note text-muted">{toldAt ? 'Compradores avisados' : 'Sin avisar todavía'}</span>
      </span>
    ),
  },
  figureColumn('Compradores', '128px', ({ buyers }) => formatBuyers(buyers)),
  amountColumn(
    'Pagado',
    '96px',
    ({ amount }) => formatPrice(amount / 100),
    ({ refunded }) => refunded && `Devueltos ${formatPrice(refunded.amount / 100)}`,
  ),
];
