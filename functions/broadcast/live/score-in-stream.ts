/**
 * Sends the score into the stream of each source that shows the match, so that it changes with the picture. The score
 * is read just before sending, so that one message covers several actions; at most four are sent a second. A lost cue
 * is harmless: players fall back to programme time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cueText } from '../../../shared/domain/score-cue.ts';
import { events } from '../../league/events/store.ts';
import { claimScoreMessage, findScore } from '../../league/scores/store.ts';
import { putMetadata } from '../../platform/aws/live-streaming.ts';
import { log } from '../../platform/observability/log.ts';
import { isPhoneChannel } from '../phone/phone-channel.ts';
import { isShownNow } from './airtime.ts';
import { isOnAir } from './rules.ts';
import { sources } from './store.ts';

/** Pause between two messages; IVS allows five a second per channel. */
const apartMs = 250;
/** Time after which a message is given up, because it would no longer match the picture. */
const timeoutMs = 3_000;

export async function sendScore(eventId: string): Promise<void> {
  const channels = await findChannels(eventId);
  if (channels.length === 0) return;
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(apartMs)) {
    const score = await findScore(eventId);
    if (!score) return;
    const claim = await claimScoreMessage(eventId, { version: score.version, now: Date.now(), apartMs });
    if (claim === 'sent') return;
    if (claim === 'wait') continue;
    const { version, changedAt } = score;
    await Promise.all(
      channels.map(async (channelArn) => {
        const saidAt = Date.now();
        const text = cueText({ eventId, version, saidAt, changedAt: changedAt ?? saidAt, score });
        try {
          await putMetadata(channelArn, text);
        } catch (error) {
          log('warn', 'the score was not sent into the stream', { channelArn, eventId, version, error: String(error) });
        }
      }),
    );
    return;
  }
}

/** Channels of visible cameras; hidden matches publish no score. A phone's segments carry no cues. */
async function findChannels(eventId: string): Promise<string[]> {
  const now = Date.now();
  const rows = (await sources.rows()).filter((row) => row.sportEventId === eventId && isOnAir(row, now));
  if (rows.length === 0) return [];
  const event = await events.get(eventId);
  if (!event?.visible) return [];
  return rows
    .filter((row) => isShownNow({ ...row, title: row.ownTitle ? row.title : '' }, now, event))
    .map(({ channelArn }) => channelArn)
    .filter((channelArn) => !isPhoneChannel(channelArn));
}
