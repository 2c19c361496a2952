/** Columns of several lists; users who may only read see the plain value. */
import type { ReactNode } from 'react';
import type { MediaStatus, Sport } from '../../../../shared/contract/schema.ts';
import { capitalise, formatDay, formatDuration } from '../../../lib/format.ts';
import { StatusPill, type Tone } from '../../../ui/badge.tsx';
import { ClubChips } from '../../../ui/club-chips.tsx';
import { CellLabel, type Column, RowTitle } from '../../../ui/manage-list.tsx';
import { MediaStatusPill, MediaThumbnail } from '../../../ui/media-thumbnail.tsx';
import { type OrderRules, OrderStepper } from '../../../ui/order-stepper.tsx';
import { Switch } from '../../../ui/switch.tsx';

export function clubsColumn<Item extends { clubs: { id: string; name: string }[] }>(
  width: string,
  count?: number,
): Column<Item> {
  return { title: 'Clubes', width, cell: ({ clubs }) => <ClubChips clubs={clubs} shown={count} /> };
}

export function orderColumn<Item extends { title: string }>({
  title = 'Orden',
  name = (item) => item.title,
  value,
  rules,
  readOnly = false,
  onChange,
}: {
  title?: string;
  /** Names the item for screen readers. */
  name?: (item: Item) => string;
  value: (item: Item) => number | null;
  rules: OrderRules;
  readOnly?: boolean;
  onChange: (item: Item, value: number | null) => void;
}): Column<Item> {
  return {
    title,
    width: '116px',
    cell: (item) => (
      <span className="inline-flex items-center gap-2 text-small tabular-nums">
        <CellLabel>{title}</CellLabel>
        {readOnly ? (
          (value(item) ?? '—')
        ) : (
          <OrderStepper
            label={`${title} de ${name(item)}`}
            value={value(item)}
            rules={rules}
            onChange={(next) => onChange(item, next)}
          />
        )}
      </span>
    ),
  };
}

export function switchColumn<Item>({
  title = 'Visible',
  width = '56px',
  label,
  isOn,
  isDisabled,
  readOnly = false,
  onChange,
}: {
  title?: string;
  width?: string;
  label: (item: Item) => string;
  isOn: (item: Item) => boolean;
  isDisabled?: (item: NoInfer<Item>) => boolean;
  readOnly?: boolean;
  onChange: (item: Item, isOn: boolean) => void;
}): Column<Item> {
  return {
    title,
    width,
    cell: (item) => (
      <span className="inline-flex items-center gap-2 text-small">
        <CellLabel>{title}</CellLabel>
        {readOnly ? (
          (isOn(item) && 'Sí') || 'No'
        ) : (
          <Switch
            label={label(item)}
            checked={isOn(item)}
            disabled={isDisabled?.(item)}
            onChange={(next) => onChange(item, next)}
          />
        )}
      </span>
    ),
  };
}

export function visibleColumn<Item extends { title: string; visible: boolean }>(
  change: (item: Item, change: { visible: boolean }) => void,
  rest: Pick<Parameters<typeof switchColumn<Item>>[0], 'width' | 'isDisabled' | 'readOnly'> = {},
): Column<Item> {
  return switchColumn({
    label: ({ title }) => `${title}: visible`,
    isOn: ({ visible }) => visible,
    onChange: (item, visible) => change(item, { visible }),
    ...rest,
  });
}

interface Video {
  title: string;
  thumbnail: string | null;
  status: MediaStatus;
  failure: string | null;
  duration: number | null;
  dateCreated: string;
  sport?: Sport;
}

/** A video's picture, title and facts, of which `fact` comes first. */
export function VideoTitle({ video, to, fact }: { video: Video; to: string | undefined; fact?: string }) {
  return (
    <RowTitle
      to={to}
      title={video.title}
      picture={<MediaThumbnail src={video.thumbnail} status={video.status} sport={video.sport} />}
    >
      {video.failure ? (
        <span className="font-medium text-danger">{video.failure}</span>
      ) : (
        [fact, video.duration && formatDuration(video.duration), capitalise(formatDay(video.dateCreated))]
          .filter(Boolean)
          .join(' · ')
      )}
    </RowTitle>
  );
}

export function statusColumn<
  Item extends { status: MediaStatus; progress: number | null; isImproving?: true | undefined },
>(): Column<Item> {
  return {
    title: 'Estado',
    width: '140px',
    cell: ({ status, progress, isImproving }) => (
      <span>
        <MediaStatusPill status={status} progress={progress} isImproving={isImproving} />
      </span>
    ),
  };
}

/** A column of a state that each row has. */
export const pillColumn = <Item,>(
  title: string,
  width: string,
  toPill: (item: Item) => { tone: Tone; text: string },
): Column<Item> => ({
  title,
  width,
  cell: (item) => {
    const { tone, text } = toPill(item);
    return (
      <span className="inline-flex">
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
    );
  },
});

/** A column of figures, with details below them. */
export const figureColumn = <Item,>(
  title: string,
  width: string,
  show: (item: Item) => ReactNode,
  detail?: (item: Item) => ReactNode,
): Column<Item> => ({
  title,
  width,
  isNumber: true,
  cell: (item) => (
    <span className="text-small tabular-nums @[860px]:text-right">
      {show(item)}
      {detail && <span className="block text-note text-muted">{detail(item)}</span>}
    </span>
  ),
});

/** The last column of a list of payments: the amount, with details below it. */
export const amountColumn = <Item,>(
  title: string,
  width: string,
  show: (item: Item) => ReactNode,
  detail: (item: Item) => ReactNode,
): Column<Item> => ({
  title,
  width,
  isNumber: true,
  cell: (item) => {
    const below = detail(item);
    return (
      <span className="ml-auto text-right font-semibold tabular-nums @[860px]:ml-0">
        {show(item)}
        {below && <span className="block text-note font-normal text-muted">{below}</span>}
      </span>
    );
  },
});

/** A link-like button in a row, which `of` names for screen readers. */
export const cellButton = (text: string, of: string, onClick: () => void) => (
  <button
    type="button"
    className="inline-flex min-h-11 items-center text-small underline underline-offset-4 @[860px]:ml-auto"
    onClick={onClick}
  >
    {text}
    <span className="sr-only"> {of}</span>
  </button>
);
