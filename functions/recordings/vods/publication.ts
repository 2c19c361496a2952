/**
 * Tells admins which videos wait for publication: uploads of club staff and recorded broadcasts start hidden. One email
 * covers everything new. Recordings are hidden with their match: in the same request, and again by the job that handles
 * `EventChanged`.
 */
import { paths } from '../../../shared/domain/paths.ts';
import { createClubNamer } from '../../league/clubs/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { getItems, isNew, putWrite } from '../../platform/aws/dynamo.ts';
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import type { HiddenVods } from '../../platform/events/domain-events.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { hideUntilPublished } from '../../platform/withholding/rules.ts';
import { awaitsPublication, type StoredVod } from './rules.ts';
import { findVodsOfEvent, vods } from './store.ts';

/** Limit of videos in an email, because DynamoDB takes 100 writes in a transaction; the next run announces the others. */
const maxMailed = 90;
/** Limit of videos named in an email; the linked list shows the rest. */
const maxNamed = 12;
/** Seconds: longer than emails stay pending. */
const markSeconds = 30 * 86_400;

export async function announceAwaiting(now: number): Promise<void> {
  const [to] = optionalEnvironment('CONTACT_ADDRESSES')?.split(',') ?? [];
  // Without a configured recipient, the videos wait for a later run.
  if (!to) return;
  const waiting = (await vods.rows()).filter((row) => row.awaiting === 'new' && awaitsPublication(row));
  const rows = waiting.slice(0, maxMailed);
  const marks = rows.map(({ id }) => ({ pk: 'TOLD#PUBLICATIONS', sk: id }));
  const told = await getItems(marks.map((key) => ({ table: 'messages', key })));
  const untold = rows.filter((_, index) => !told[index]);
  const expiresAt = Math.ceil(now / 1000) + markSeconds;
  const [mark, ...others] = marks
    .filter((_, index) => !told[index])
    .map((key) => putWrite('messages', { ...key, expiresAt }, isNew));
  // The email and its marks are one transaction, before the videos change: no concurrent or later run names them again.
  const isNamedElsewhere = mark && !(await queueEmailOnce(await renderNews(to, untold), mark, now, others));
  // The next run announces what the concurrent one did not know of.
  if (isNamedElsewhere) return;
  await attemptEach(
    'an announced video was not marked',
    rows,
    ({ id }) => vods.change(id, (vod) => (vod.awaiting === 'new' ? { ...vod, awaiting: 'told' } : undefined)),
    ({ id }) => ({ id }),
  );
}

async function renderNews(to: string, rows: readonly { id: string }[]) {
  const videos = await vods.items(rows.slice(0, maxNamed));
  const nameClubs = await createClubNamer(videos, 'staff');
  const listClubNames = (vod: StoredVod) =>
    nameClubs(vod.clubIds)
      .map(({ name }) => name)
      .join(', ');
  const more = rows.length > videos.length ? [`… y ${rows.length - videos.length} más.`] : [];
  return renderEmail({
    to,
    subject:
      rows.length === 1 ? 'Un video espera a que lo publiques' : `${rows.length} videos esperan a que los publiques`,
    lines: [
      'Ya se pueden ver en el panel, pero nadie más los ve hasta que los hagas visibles:',
      [...videos.map((vod) => [`· ${vod.title}`, listClubNames(vod)].filter(Boolean).join(' – ')), ...more].join('\n'),
    ],
    action: { label: 'Ver los videos', url: `${pageUrl(paths.manageVods)}?por-publicar=si` },
  });
}

/** Limit of recordings hidden with a match, which has only a few. */
const maxAtOnce = 50;

/** Ids of an event's recordings that everybody or its families may see, or may see again once their holds end. */
export const listVisibleVods = async (eventId: string): Promise<string[]> =>
  (await findVodsOfEvent(eventId))
    .flatMap(({ id, visible, isHeld, heldBy, audience }) => (visible || isHeld || heldBy || audience ? [id] : []))
    .slice(0, maxAtOnce);

/** Hides each recording once: a repeated or late event does not hide recordings that staff have shown since. */
export async function hideVods({ vodIds, at }: HiddenVods): Promise<void> {
  for (const id of vodIds)
    await vods.change(id, (vod) =>
      (vod.visible || vod.withheld?.wasVisible) && (vod.hiddenAt ?? 0) < at
        ? { ...hideUntilPublished(vod), hiddenAt: at }
        : undefined,
    );
}
