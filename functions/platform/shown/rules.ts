/**
 * The one rule about what may be shown, to which audience and for which use. It reads only facts stored on the item
 * (the staff's choice, holds, missing image rights, airtime), so that every module can use it. Pure.
 */
import { type Airtime, findAirtime } from '../../../shared/domain/airtime.ts';
import { isLacking, type Lack, type LackReason, type Purpose } from '../../../shared/domain/image-rights.ts';
import { familiesHold, isHeldByMatter, release, rightsHold, type Withheld, withhold } from '../withholding/rules.ts';

/** `page` is a match's page with its texts, which needs the right to its live or to its recording. */
export type Use = Purpose | 'page';

/** `FAMILIES` are people whom the club has invited. */
export type Audience = 'EVERYBODY' | 'FAMILIES' | 'STAFF';

export type ChosenAudience = 'EVERYBODY' | 'FAMILIES';

export interface Showable {
  visible: boolean;
  withheld?: Withheld | undefined;
  /** Absent on stages that only warn, and if nothing was ever missing. */
  lacks?: readonly Lack[] | undefined;
  /** `FAMILIES`: only invited families may see it, which needs no image rights. */
  audience?: ChosenAudience | undefined;
  /** The periods in which a camera may be watched; absent if they are unlimited. */
  airtimes?: readonly Airtime[] | undefined;
}

export type NotShownReason = 'WITHHELD' | 'HIDDEN' | 'CAMERA_TIME' | 'FAMILIES' | LackReason;
export type ShownDecision = { ok: true } | { ok: false; reason: NotShownReason };

/** `now` is in milliseconds since the Unix epoch. */
export function mayBeShown(item: Showable, audience: Audience, use: Use, now: number): ShownDecision {
  if (audience === 'STAFF') return { ok: true };
  const refuse = (reason: NotShownReason): ShownDecision => ({ ok: false, reason });
  if (isHeldByMatter(item)) return refuse('WITHHELD');
  const isForFamilies = item.audience === 'FAMILIES';
  const isInvited = isForFamilies && audience === 'FAMILIES';
  if (isForFamilies && !isInvited) return refuse('FAMILIES');
  const lack = isInvited ? undefined : findLack(item.lacks ?? [], use);
  if (lack) return refuse(lack.reason);
  if (!item.visible && !(isInvited && item.withheld?.wasVisible)) return refuse('HIDDEN');
  const isInTime = !item.airtimes || findAirtime(item.airtimes, new Date(now).toISOString()) !== undefined;
  return isInTime ? { ok: true } : refuse('CAMERA_TIME');
}

/** True if everybody may see the item in this use, at any time. */
export const isShownFor = (item: Showable | undefined, use: Use): boolean =>
  item !== undefined && mayBeShown(item, 'EVERYBODY', use, 0).ok;

function findLack(lacks: readonly Lack[], use: Use): Lack | undefined {
  if (use !== 'page') return lacks.find((lack) => lack.purposes.includes(use));
  const isClosed = isLacking(lacks, 'live') && isLacking(lacks, 'recording');
  return isClosed ? lacks.find((lack) => lack.purposes.includes('live')) : undefined;
}

export interface CheckedRights {
  lacks?: readonly Lack[];
  /** The checked facts; if they change, the result is outdated. */
  lacksOf?: string;
}

type Checked = CheckedRights & { visible: boolean; withheld?: Withheld | undefined };

/**
 * Hides or shows an item by its image rights, before each write. `facts` are what its rights depend on now: an item
 * whose facts are unchecked stays hidden, so that no writer can publish it.
 */
export function applyChecked<Item extends Checked>(item: Item, facts: string, use: Use, isEnforced: boolean): Item {
  if (!isEnforced) {
    if (item.lacksOf === undefined && !item.withheld?.matters.includes(rightsHold)) return item;
    const { lacks: _, lacksOf: _of, ...rest } = release(item, rightsHold) ?? item;
    return rest as Item;
  }
  const isOpen = item.lacksOf === facts && findLack(item.lacks ?? [], use) === undefined;
  if (isOpen) return release(item, rightsHold) ?? item;
  return item.visible ? (withhold(item, rightsHold) ?? item) : item;
}

/** Like `applyChecked`, for items that may be for families only; those are never `visible`. */
export function applyAudience<Item extends Checked & { audience?: ChosenAudience | undefined }>(
  item: Item,
  ...checked: [facts: string, use: Use, isEnforced: boolean]
): Item {
  if (item.audience !== 'FAMILIES') return applyChecked(release(item, familiesHold) ?? item, ...checked);
  const next = applyChecked(item, ...checked);
  return withhold(next, familiesHold) ?? next;
}

/** True if missing image rights hide the item, which will be shown again once it has them. */
export const isHeldByRights = ({ withheld }: Checked): boolean =>
  withheld?.wasVisible === true && withheld.matters.includes(rightsHold);

/** Applies the staff's choice to an item. Hiding it also cancels its return once image rights exist. */
export function withChosenVisibility<Item extends Checked>(item: Item, visible: boolean | undefined): Item {
  if (visible === undefined) return item;
  if (!item.withheld || isHeldByMatter(item)) return { ...item, visible };
  return { ...item, visible: false, withheld: { ...item.withheld, wasVisible: visible } };
}
