/** `npm run user -- <action>`: changes an account by hand. Each grant and revocation is logged with its reason. */
import * as z from 'zod';
import { events } from '../../functions/league/events/store.ts';
import { eventAccessMs } from '../../functions/money/payments/rules.ts';
import { changeRights } from '../../functions/people/accounts/end-rights.ts';
import { toClosedFields } from '../../functions/people/accounts/rules.ts';
import { findUser } from '../../functions/people/accounts/store.ts';
import { type Grants, type StoredUser, withEffectiveRights } from '../../functions/platform/auth/rules.ts';
import { endOfDay } from '../../shared/domain/madrid-time.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';
import { connectToStage, stageOptions } from './stage.ts';

const usage = `npm run user -- <action> --email <address> [options]

Actions
  show       shows what the account may watch, and manual grants
  disable    disables login and ends sessions immediately
  enable     enables login again
  grant      grants an event (--event <id>) or a subscription (--until <YYYY-MM-DD>); needs --reason
  revoke     revokes a manual grant (--event <id>, or the subscription); needs --reason

Options
  --stage <stage>  "local" (the platform started with "npm start", the default) or a deployed stage
  --dry-run        prints what would be done
  --help           shows this text`;

const { values, words } = readArguments(
  usage,
  {
    email: { type: 'string', default: '' },
    event: { type: 'string' },
    until: { type: 'string' },
    reason: { type: 'string', default: '' },
    ...stageOptions,
  },
  1,
);

type Change = { message: string; set: Partial<StoredUser> };

const actions: Record<string, (user: StoredUser) => Promise<Change> | Change> = {
  show: (user) => ({ message: JSON.stringify(describeUser(user), null, 2), set: {} }),
  disable: () => ({ message: 'is disabled', set: toClosedFields(Date.now()) }),
  enable: () => ({ message: 'is enabled', set: { disabled: false } }),
  grant,
  revoke,
};

await runCommand(main);

async function main(): Promise<void> {
  const action = actions[words[0] ?? ''];
  if (!action) throw new Error(usage);
  await connectToStage(values.stage);
  const user = await findUser(values.email);
  if (!user) throw new Error(`No account "${values.email}" on "${values.stage}".`);
  const { message, set } = await action(user);
  if (Object.keys(set).length === 0 || values['dry-run']) {
    console.log(`${values['dry-run'] ? 'Would do: ' : ''}${user.email} ${message}`);
    return;
  }
  await changeRights(user, set, Date.now());
  console.log(`Done: ${user.email} ${message}`);
}

async function grant(user: StoredUser): Promise<Change> {
  const grants = readGrants(user);
  if (values.event) {
    const event = await events.get(values.event);
    if (!event) throw new Error(`Event ${values.event} does not exist.`);
    const until = new Date(Math.max(Date.now(), Date.parse(event.scheduledFinishDate)) + eventAccessMs).toISOString();
    const others = grants.events.filter(({ id }) => id !== event.id);
    const passes = [...others, { id: event.id, title: event.title, sport: event.sport, until }];
    return createLoggedChange({ ...grants, events: passes }, `gets "${event.title}" until ${until.slice(0, 10)}`);
  }
  const day = z.iso.date().safeParse(values.until);
  const to = day.success ? endOfDay(day.data) : '';
  if (to < new Date().toISOString()) throw new Error('--until must be a future date, as YYYY-MM-DD.');
  const subscription = { from: new Date().toISOString(), to };
  return createLoggedChange({ ...grants, subscription }, `gets a subscription until ${values.until}`);
}

function revoke(user: StoredUser): Change {
  const grants = readGrants(user);
  if (values.event) {
    const left = grants.events.filter(({ id }) => id !== values.event);
    if (left.length === grants.events.length) throw new Error(`Event ${values.event} was not granted manually.`);
    return createLoggedChange({ ...grants, events: left }, `loses event ${values.event}`);
  }
  if (!grants.subscription) throw new Error('No subscription was granted manually.');
  return createLoggedChange({ ...grants, subscription: null }, 'loses the subscription that was granted manually');
}

function createLoggedChange(grants: Grants, what: string): Change {
  const reason = values.reason.trim();
  if (!reason) throw new Error('--reason is required: it is stored with the account.');
  return {
    message: what,
    set: { grants: { ...grants, log: [...grants.log, { at: new Date().toISOString(), what, reason }] } },
  };
}

function readGrants(user: StoredUser): Grants {
  return user.grants ?? { events: [], subscription: null, log: [] };
}

function describeUser(user: StoredUser) {
  const { id, email, disabled, subscription, partnerSubscription, emailConfirmedAt, purchases, externalId, grants } =
    user;
  const { role } = withEffectiveRights(user, Date.now());
  return {
    id,
    email,
    role,
    disabled,
    subscription,
    partnerSubscription,
    emailConfirmedAt,
    purchases,
    externalId,
    grants,
  };
}
