/** The rows of a back-office list: columns on wide screens, cards below 720 px. */
import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../lib/class-names.ts';
import { boxLook } from './checkbox.tsx';

export interface Column<Item> {
  title: string;
  /** A CSS grid track; by default, the remaining width. */
  width?: string;
  /** Aligns heading and cells to the right. */
  isNumber?: boolean;
  cell: (item: Item) => ReactNode;
}

export interface ManageListProps<Item> {
  /** The list's name for screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  rows: readonly Item[];
  isDimmed?: (item: Item) => boolean;
  /** Gives each row a checkbox. */
  toSelection?: (item: Item) => RowSelection;
}

export function ManageList<Item extends { id: string }>({
  label,
  columns,
  rows,
  isDimmed,
  toSelection,
}: ManageListProps<Item>) {
  return (
    <div
      className="@container"
      style={{ '--columns': columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ') } as CSSProperties}
    >
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        <div
          aria-hidden="true"
          className={cx(
            'hidden gap-4 border-b border-line bg-raised px-4 py-2.5 text-note font-semibold text-muted @[860px]:grid @[860px]:grid-cols-(--columns)',
            toSelection && 'pl-13!',
          )}
        >
          {columns.map((column) => (
            <span key={column.title} className={cx(column.isNumber && 'text-right')}>
              {column.title}
            </span>
          ))}
        </div>
        <ul aria-label={label} className="divide-y divide-line">
          {rows.map((item) => (
            <ManageRow key={item.id} dimmed={isDimmed?.(item)} selection={toSelection?.(item)}>
              {columns.map(({ title, cell }) => (
                <Fragment key={title}>{cell(item)}</Fragment>
              ))}
            </ManageRow>
          ))}
        </ul>
      </div>
    </div>
  );
}

export interface RowSelection {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

interface ManageRowProps {
  children: ReactNode;
  dimmed?: boolean;
  selection?: RowSelection;
}

function ManageRow({ children, dimmed = false, selection }: ManageRowProps) {
  return (
    <li
      className={cx(
        // The title's link covers the whole row; other controls lie above it.
        // An empty cell keeps its column, and is no gap on a phone.
        '[&>span:empty]:hidden @[860px]:[&>span:empty]:block',
        'relative has-[.row-link:focus-visible]:bg-raised/50 [&_:is(button,input,label,a:not(.row-link))]:relative [&_:is(button,input,label,a:not(.row-link))]:z-1',
        'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 transition-colors hover:bg-raised/50 @[860px]:grid @[860px]:min-h-14 @[860px]:grid-cols-(--columns) @[860px]:py-1',
        dimmed && 'bg-[color-mix(in_srgb,var(--raised)_45%,var(--surface))]',
        selection && 'pl-13!',
        selection?.checked && 'bg-[color-mix(in_srgb,var(--accent)_8%,var(--surface))]!',
      )}
    >
      {selection && (
        <label className="absolute! inset-y-0 left-0 grid w-13 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={selection.label}
            checked={selection.checked}
            onChange={(event) => selection.onChange(event.target.checked)}
            className={boxLook}
          />
        </label>
      )}
      {children}
    </li>
  );
}

interface Props {
  /** Undefined for rows that can only be read. */
  to?: string;
  picture: ReactNode;
  title: string;
  children?: ReactNode;
}

/** The first cell: picture, title as a link to the edit page, and a line below it. */
export function RowTitle({ to, picture, title, children }: Props) {
  return (
    <div className="flex w-full min-w-0 items-center gap-3 @[860px]:w-auto">
      <div className="w-24 shrink-0 @[860px]:w-20">{picture}</div>
      <div className="min-w-0">
        <RowLink to={to} title={title} />
        {children && <div className="mt-0.5 text-note text-muted wrap-anywhere">{children}</div>}
      </div>
    </div>
  );
}

/** The first cell of a row without a picture. `to` is undefined if the row can only be read. */
export function RowText({ to, title, children }: { to?: string; title: string; children?: ReactNode }) {
  return (
    <div className="w-full min-w-0 @[860px]:w-auto">
      <RowLink to={to} title={title} />
      {children && <div className="mt-0.5 text-note text-muted wrap-anywhere">{children}</div>}
    </div>
  );
}

function RowLink({ to, title }: { to: string | undefined; title: string }) {
  if (to === undefined) return <p className="line-clamp-2 font-semibold break-words">{title}</p>;
  return (
    <Link
      to={to}
      className="row-link line-clamp-2 font-semibold break-words underline-offset-4 after:absolute after:inset-0 hover:underline"
    >
      {title}
    </Link>
  );
}

/** A cell's label on screens without column headings. */
export function CellLabel({ children }: { children: ReactNode }) {
  return <span className="text-note text-muted @[860px]:hidden">{children}</span>;
}

export function ManageSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" className="animate-pulse divide-y divide-line rounded-md border border-line bg-surface">
      <span className="sr-only">Cargando</span>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className="flex items-center gap-3 px-4 py-3">
          <div className="aspect-video w-24 rounded-md bg-raised" />
          <div className="h-4 w-2/5 rounded-sm bg-raised" />
          <div className="ml-auto h-5 w-24 rounded-full bg-raised" />
        </div>
      ))}
    </div>
  );
}
