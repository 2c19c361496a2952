/**
 * A season of money in real browsers, while the clock of the whole product moves on by days: what buyers, the bank, staff
 * and an admin do on their screens, with the money going back by the product's own schedules. It runs only at night,
 * because it takes minutes.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ulid } from 'ulid';
import { describe, test } from 'vitest';
import { stripeApiKey } from '../../infra/local/stripe/stripe.ts';
import { startOfDay } from '../../shared/domain/madrid-time.ts';
import type { ProductType } from '../../shared/domain/plans.ts';
import { formatPrice } from '../../shared/domain/price-text.ts';
import { expect } from '../e2e/support/expect.ts';
import { addUp, parseRecords, verifyRecords } from '../support/agency-records.ts';
import { startBrowserStage } from '../support/browser-stage.ts';
import { setClock } from '../support/moving-clock.ts';
import { buildFinishedMedia } from '../support/records.ts';
import { isNightly } from '../support/test-profile.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Schedules run every few seconds. */
const slow = { timeout: 300_000 };

describe.runIf(isNightly)('a season of money', async () => {
  if (!isNightly) return;
  const year = new Date().getFullYear() + 1;
  const start = Date.parse(startOfDay(`${year}-10-04`)) + 10 * hour;
  let shift = await setClock(start);
  const moveTo = async (at: number) => (shift = await setClock(at));
  const { addresses, enter } = await startBrowserStage({ minuteMs: 500 });
  const { createClub, createEvent, createPerson, createSession, vods } = await import('../e2e/support/platform.ts');
  const { button, openOrder, readNumber } = await import('../e2e/support/orders.ts');
  const { play } = await import('../api/money/played-match.ts');
  const { createPromotionCode } = await import('../../functions/money/plans/change-codes.ts');
  type Person = Awaited<ReturnType<typeof createPerson>>;

  /** Acts at the present instant; a person logs in anew, because days have passed. */
  async function visit(person: Person | undefined, act: (page: Page) => Promise<void>): Promise<void> {
    const page = await enter(person && (await createSession(person.user)), shift);
    await act(page);
    await page.context().close();
  }

  const viewer = () => createPerson('REGULAR_BASIC');

  async function buy(product: ProductType, of: Record<string, string> = {}, pay = payByCard): Promise<Person> {
    const buyer = await viewer();
    await visit(buyer, async (page) => {
      await openOrder(page, product, of);
      await pay(page);
    });
    await readNumber(buyer.user.email);
    return buyer;
  }

  const payByCard = (page: Page) => button(page, 'Pagar').click();

  async function payByBizum(page: Page): Promise<void> {
    await page.getByLabel('Teléfono').fill('612 34 56 78');
    await button(page, 'Pagar con Bizum').click();
    await button(page, 'Confirmar').click();
  }

  async function payWithCode(page: Page): Promise<void> {
    await page.getByLabel('Código promocional').fill('CANTERA');
    await button(page, 'Aplicar').click();
    await payByCard(page);
  }

  /** Reloads until the schedules have done their part. */
  async function expectSoon(page: Page, path: string, check: () => Promise<void>): Promise<void> {
    await expect(async () => {
      await page.goto(path);
      await check();
    }).toPass({ timeout: 60_000 });
  }

  /** The bank's page of the payment provider, where a row is a charge. */
  const pressAtBank = (email: string, ...names: string[]) =>
    visit(undefined, async (page) => {
      for (const name of names) {
        await page.goto(addresses.payments);
        await page.getByRole('row').filter({ hasText: email }).getByRole('button', { name, exact: true }).click();
      }
    });

  const home = await createClub('CD Sauce');
  const clubIds = [home, await createClub('UD Olmo')];
  const createMatch = (title: string, days = 1) =>
    createEvent({
      title,
      clubIds,
      scheduledStartDate: new Date(start + days * day).toISOString(),
      scheduledFinishDate: new Date(start + days * day + 2 * hour).toISOString(),
    });
  const matches = {
    seen: await createMatch('Final de alevines'),
    cancelled: await createMatch('Derbi suspendido'),
    shortened: await createMatch('Partido a medias'),
    postponed: await createMatch('Partido con lluvia'),
    ahead: await createMatch('Copa del día 16', 12),
  };
  const film = (sportEventId: string, from: number, gaps: { seconds: number; ms: number }[]) =>
    vods.create({
      ...buildFinishedMedia(),
      summary: '',
      sport: 'SOCCER',
      sportEventId,
      clubIds,
      recorded: { from: new Date(from).toISOString(), to: new Date(from + 72 * minute).toISOString(), gaps },
    });
  const admin = await createPerson('ADMIN');
  const buyers: Record<'bizum' | 'cancelled' | 'shortened' | 'postponed' | 'ahead' | 'month' | 'disputed', Person> =
    {} as never;

  test('[F-MONEY-3][F-MONEY-6] ten people buy everything that is sold', slow, async () => {
    const code = { unit: 'PERCENT', off: 50, product: 'PT_SEASON', until: null, uses: null } as const;
    await createPromotionCode({ id: ulid(), code: 'CANTERA', ...code }, Date.now());
    const match = (name: keyof typeof matches) => ({ sportEventId: matches[name].id });
    buyers.bizum = await buy('PT_SPORT_EVENT', match('seen'), payByBizum);
    buyers.disputed = await buy('PT_SPORT_EVENT', match('seen'));
    for (const name of ['cancelled', 'shortened', 'postponed', 'ahead'] as const)
      buyers[name] = await buy('PT_SPORT_EVENT', match(name));
    buyers.month = await buy('PT_MONTHLY');
    await buy('PT_SEASON', {}, payWithCode);
    await buy('PT_CLUB_PASS', { clubId: home });
    await buy('PT_FAMILY');
  });

  test('[F-LAW-4] a buyer withdraws without an account, and a bank takes a payment back', slow, async () => {
    const { email } = buyers.ahead.user;
    const number = await readNumber(email);
    await visit(undefined, async (page) => {
      await page.goto('/desistir');
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
      await page.getByLabel(/^Número de recibo/).fill(number);
      await button(page, 'Continuar').click();
      await expect(page.getByText(/Te devolvemos 1,99/)).toBeVisible();
      await button(page, 'Confirmar el desistimiento').click();
      await expect(page.getByText(/^Has desistido el 4 de octubre/)).toBeVisible();
    });
    await pressAtBank(buyers.disputed.user.email, 'Abrir disputa', 'Perder disputa');
    await visit(buyers.disputed, (page) =>
      expectSoon(page, '/profile/pagos', () => expect(page.getByText(/En disputa$/)).toBeVisible({ timeout: 3_000 })),
    );
  });

  test(
    '[F-MONEY-1] a match cancelled in its second half is paid back, a postponed one keeps the right',
    slow,
    async () => {
      await moveTo(start + day);
      const { id, title } = matches.cancelled;
      await play(id, { isOver: false });
      const played = await play(matches.shortened.id);
      await film(matches.shortened.id, played.start, [{ seconds: 50 * 60, ms: 12 * minute }]);
      await film(matches.seen.id, (await play(matches.seen.id)).start, []);
      await visit(admin, async (page) => {
        const change = async (eventId: string, state: string) => {
          await page.goto(`/sportevents/manage/${eventId}`);
          await page.getByLabel('Estado', { exact: true }).selectOption({ label: state });
          if (state === 'Cancelado')
            await expect(page.getByText(/^Una persona lo ha pagado \(1,99\s€\)\. Una hora después/)).toBeVisible();
          await button(page, 'Guardar cambios').first().click();
          await expect(page.getByText('Evento actualizado correctamente').first()).toBeVisible();
        };
        await change(id, 'Cancelado');
        await change(matches.postponed.id, 'Aplazado');
        const row = page.getByRole('listitem').filter({ hasText: title });
        await expectSoon(page, '/compras-sin-ver', () => expect(row).toContainText('Cancelado', { timeout: 3_000 }));
      });
      await moveTo(Date.now() + hour + minute);
      await visit(buyers.cancelled, (page) =>
        expectSoon(page, '/profile/pagos', () => expect(page.getByText(/Devuelto$/)).toBeVisible({ timeout: 3_000 })),
      );
      await visit(buyers.postponed, async (page) => {
        await page.goto('/profile/pagos');
        await expect(page.getByText(/Pagado$/)).toBeVisible();
        await page.goto(`/evento/${matches.postponed.id}`);
        await expect(page.getByText('Aplazado').first()).toBeVisible();
        await expect(page.getByRole('link', { name: /^Ver por/ })).toHaveCount(0);
      });
    },
  );

  test('[F-MONEY-2] twelve lost minutes are public, listed by club, and a part goes back', slow, async () => {
    await moveTo(start + 2 * day);
    const { id, title } = matches.shortened;
    await visit(undefined, (page) =>
      expectSoon(page, `/evento/${id}`, () =>
        expect(page.getByText(/^Faltan 12 minutos de imagen.*se le devuelve el 33\s%/)).toBeVisible({ timeout: 3_000 }),
      ),
    );
    await moveTo(Date.now() + 10 * minute);
    await visit(admin, async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: title });
      await expectSoon(page, '/minutos-perdidos', () =>
        expect(row).toContainText(/Devuelto el 33\s%\s*0,66/, { timeout: 3_000 }),
      );
      await expect(page.getByRole('listitem').filter({ hasText: 'CD Sauce' }).first()).toContainText('12 min');
    });
    await visit(buyers.shortened, async (page) => {
      await page.goto('/profile/pagos');
      await expect(page.getByRole('button', { name: /^Rectificativa/ })).toBeVisible();
    });
  });

  test('[F-LAW-4] a subscriber leaves on the ninth day of a month, and pays for nine', slow, async () => {
    await moveTo(start + 8.5 * day);
    await visit(buyers.month, async (page) => {
      await page.goto('/profile/pagos');
      await page.getByRole('link', { name: /^Desistir.*: Suscripción mensual$/ }).click();
      await button(page, 'Continuar').click();
      // October has 31 days: 6.99 € less nine of them, of which the buyer owes no fraction of a cent.
      await expect(page.getByText(/Te devolvemos 4,97\s€.*La has tenido 9 días de 31/)).toBeVisible();
      await button(page, 'Confirmar el desistimiento').click();
      await expect(page.getByText(/^Has desistido el 12 de octubre/)).toBeVisible();
      await page.goto('/profile/pagos');
      await expect(page.getByText('Desististe el 12 de octubre')).toBeVisible();
    });
  });

  test('[F-LAW-5][F-MONEY-4] the month is closed, and agrees with the provider to the cent', slow, async () => {
    await moveTo(Date.parse(startOfDay(`${year}-11-02`)) + 10 * hour);
    const ledger = await readLedger();
    const kept = sum(ledger.map(({ amount }) => amount));
    let closed = '';
    await visit(admin, async (page) => {
      const status = page.getByRole('status').filter({ hasText: / · / });
      await expectSoon(page, `/facturas?mes=${year}-10`, () =>
        expect(status).toContainText(`total ${formatPrice(kept / 100)}`, { timeout: 3_000 }),
      );
      const vat = readCents((await status.textContent()) ?? '', /IVA (\S+)/);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Registros para Hacienda').click(),
      ]);
      const records = parseRecords(await readFile(await file.path(), 'utf8'));
      verifyRecords(records);
      expect(addUp(records)).toBe(kept);

      await page.goto('/liquidaciones');
      const net = sum(ledger.map((line) => line.net)) - vat;
      await expect(status).toContainText(`neto ${formatPrice(net / 100)} · sin cerrar`);
      const [table] = await Promise.all([page.waitForEvent('download'), button(page, 'Transacciones').click()]);
      const listed = (await readFile(await table.path(), 'utf8')).match(/txn_\w+/g) ?? [];
      expect(listed.toSorted()).toEqual(ledger.map(({ id }) => id).toSorted());
      await button(page, 'Cerrar el mes').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar el mes' }).click();
      await expect(status).toContainText('cerrado el 2 de noviembre');
      closed = (await status.textContent()) ?? '';
    });

    // A refund from after the end is November's.
    await pressAtBank(buyers.bizum.user.email, 'Devolver');
    await visit(admin, async (page) => {
      await page.goto(`/liquidaciones?mes=${year}-10`);
      await expect(page.getByText(closed)).toBeVisible();
      const row = page.getByRole('listitem').filter({ hasText: matches.seen.title }).first();
      await expectSoon(page, `/liquidaciones?mes=${year}-11`, () =>
        expect(row).toContainText(/[-−](1,00|0,99)/, { timeout: 3_000 }),
      );
    });
    await visit(await createPerson('CLUB_STAFF', { clubId: home }), async (page) => {
      await page.goto('/liquidaciones');
      await expect(page.getByRole('listitem').filter({ hasText: 'CD Sauce' }).first()).toBeVisible();
      await expect(page.getByText('UD Olmo')).toHaveCount(0);
    });
  });

  async function readLedger(): Promise<{ id: string; amount: number; net: number }[]> {
    const answer = await fetch(`${addresses.payments}/v1/balance_transactions?limit=100`, {
      headers: { authorization: `Bearer ${stripeApiKey}` },
    });
    return ((await answer.json()) as { data: { id: string; amount: number; net: number }[] }).data;
  }
});

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);

/** Reads an amount such as '1.234,56' within a text. */
function readCents(text: string, pattern: RegExp): number {
  const [, amount = ''] = pattern.exec(text) ?? [];
  return Math.round(Number(amount.replaceAll('.', '').replace(',', '.')) * 100);
}
