import type { PlanView } from '../../../../shared/contract/plans.ts';
import { isPass, nameProduct, type ProductType } from '../../../../shared/domain/plans.ts';
import { formatPrice } from '../../../../shared/domain/price-text.ts';
import { formatCount } from '../../../lib/format.ts';
import { StatusPill } from '../../../ui/badge.tsx';
import { type Column, RowText } from '../../../ui/manage-list.tsx';

const rightTexts: Record<ProductType, string> = {
  PT_SPORT_EVENT: 'Ese partido, en directo y en diferido. Cada partido puede tener su precio.',
  PT_CLUB_PASS: 'Todos los partidos de un club hasta el final de la temporada',
  PT_MONTHLY: 'Todos los partidos, mes a mes hasta el final de la temporada',
  PT_SEASON: 'Todos los partidos hasta el final de la temporada',
  PT_FAMILY: 'Todos los partidos, mes a mes, en varias pantallas a la vez',
};

export const planColumns: Column<PlanView & { id: string }>[] = [
  {
    title: 'Plan',
    cell: ({ product }) => <RowText title={nameProduct(product)}>{rightTexts[product]}</RowText>,
  },
  {
    title: 'Estado',
    width: '130px',
    cell: ({ price }) => (
      <span className="inline-flex">
        {price > 0 ? <StatusPill tone="success">A la venta</StatusPill> : <StatusPill>No se vende</StatusPill>}
      </span>
    ),
  },
  {
    title: 'Pantallas',
    width: '100px',
    cell: ({ screens }) => (
      <span className="text-small tabular-nums">{screens === 1 ? '1 pantalla' : `${screens} pantallas`}</span>
    ),
  },
  {
    title: 'Ahora',
    width: '190px',
    isNumber: true,
    cell: ({ holders }) => (
      <span className="text-small tabular-nums @[860px]:text-right">
        {holders !== null && `${formatCount(holders)} ${holders === 1 ? 'persona' : 'personas'}`}
      </span>
    ),
  },
  {
    title: 'Precio',
    width: '130px',
    isNumber: true,
    cell: ({ product, price }) => (
      <span className="ml-auto text-right font-semibold tabular-nums @[860px]:ml-0">
        {price > 0 && formatPrice(price / 100)}
        {price > 0 && <span className="block text-note font-normal text-muted">{describePayment(product)}</span>}
      </span>
    ),
  },
];

const describePayment = (product: ProductType) =>
  product === 'PT_SPORT_EVENT' ? 'por partido' : isPass(product) ? 'un solo pago' : 'al mes';
