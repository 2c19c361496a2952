/** Quality for staff: the last seven days by subject, and the hours of one. */
import type {
  QualityKind,
  QualityOfSubject,
  QualityOverview,
  QualitySubject,
} from '../../../shared/contract/quality.ts';
import { addSums, joinFew, type QualityFigures, type Sums, toFigures } from '../../../shared/domain/quality-sums.ts';
import type { StoredSource } from '../../broadcast/live/rules.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { type Caller, manages } from '../../platform/auth/rules.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { itemKey } from '../../platform/lists/item-cache.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { readDay, readSubject, type Subject, toDay } from './store.ts';

export const overviewDays = 7;
const dayMs = 86_400_000;

type OwnedSubject = QualitySubject & { clubIds: readonly string[] };

export async function readOverview(caller: Caller, now: number): Promise<QualityOverview> {
  const days = Array.from({ length: overviewDays }, (_, ago) => toDay(now - (overviewDays - 1 - ago) * dayMs));
  const bySubject = new Map<Subject, { shown: Sums[]; few: Sums[] }>();
  for (const { subject, shown, few } of (await Promise.all(days.map(readDay))).flat()) {
    const sums = bySubject.get(subject) ?? { shown: [], few: [] };
    sums.shown.push(shown);
    sums.few.push(few);
    bySubject.set(subject, sums);
  }
  const named = await nameSubjects([...bySubject.keys()]);
  const own = [...bySubject].flatMap(([key, { shown, few }]) => {
    const subject = named.get(key);
    // Subjects with few viewers are merged, as on their own page, so that subtracting one page from the other reveals
    // nothing.
    const parts = [shown, few].map((sums) => ({ sums: addSums(sums) }));
    return subject && manages(caller, subject) ? [{ subject, sums: joinFew(parts).total, parts }] : [];
  });
  const { entries, few, fewCount, total } = joinFew(own);
  return {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    total: toFigures(total),
    subjects: entries
      .map(({ subject: { clubIds: _, ...subject }, sums }) => ({ ...subject, figures: toFigures(sums) }))
      .toSorted((a, b) => rateBadness(b.figures) - rateBadness(a.figures)),
    few: { count: fewCount, figures: few ? toFigures(few) : null },
  };
}

export async function findSubject(kind: QualityKind, id: string): Promise<OwnedSubject | undefined> {
  const key: Subject = `${kind}/${id}`;
  return (await nameSubjects([key])).get(key);
}

export async function readQuality({ clubIds: _, ...subject }: OwnedSubject, now: number): Promise<QualityOfSubject> {
  const { entries, few, fewCount, total } = joinFew(await readSubject(`${subject.kind}/${subject.id}`, now));
  return {
    subject,
    total: toFigures(total),
    hours: entries.map(({ hour, sums }) => ({ from: `${hour}:00:00.000Z`, figures: toFigures(sums) })),
    few: { count: fewCount, figures: few ? toFigures(few) : null },
  };
}

/** Reads the names of subjects; deleted ones are missing. */
async function nameSubjects(keys: readonly Subject[]): Promise<Map<Subject, OwnedSubject>> {
  const parted = keys.map((key) => {
    const [kind, id = ''] = key.split('/') as [QualityKind, string?];
    return { key, kind, id };
  });
  const items = await getItems(parted.map(({ kind, id }) => ({ table: tables[kind], key: itemKey(id) })));
  return new Map(
    parted.flatMap(({ key, kind, id }, at) => {
      const item = items[at] as unknown as (StoredEvent & StoredVod & StoredSource) | undefined;
      if (!item) return [];
      const { title, slug, clubIds, scheduledStartDate, recorded, dateCreated } = item;
      const date = kind === 'cameras' ? null : (scheduledStartDate ?? recorded?.from ?? dateCreated);
      return [[key, { kind, id, title: title || slug, date, clubIds }] as const];
    }),
  );
}

const tables = { sportevents: 'events', vods: 'vods', cameras: 'broadcasts' } as const;

/** Stalls weigh more than a late start: half a second of start time counts like 1 % of stalled time. */
const rateBadness = ({ stallShare, startP95Ms }: QualityFigures) => 100 * (stallShare ?? 0) + (startP95Ms ?? 0) / 500;
