/** Invoices as a buyer and an admin ask for them. */
import { describe, expect, test } from 'vitest';
import { parseRecords, verifyRecords } from '../../support/agency-records.ts';
import { addresses, call, createEvent, createPerson, type Person } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { listMails, waitForMail } from '../../support/people.ts';
import { buyMatch, findCustomer, stripe } from './customers.ts';

const { issueInvoices } = await import('../../../functions/money/invoices/issue-invoices.ts');
const { mailInvoices } = await import('../../../functions/money/invoices/mail-invoices.ts');
const { readChain } = await import('../../../functions/money/invoices/store.ts');

const issueDue = () => issueInvoices(Date.now(), Date.now() + 60_000);
const buyer = { name: 'Club Deportivo Sauce', taxId: 'B12345674', address: 'Calle Mayor 1, 30001 Murcia' };

async function buy(): Promise<{ someone: Person; payment: string }> {
  const someone = await createPerson('REGULAR_BASIC');
  const match = await createEvent({ title: 'Sauce – Norte' });
  await buyMatch(someone, match.id);
  const [charge] = (await stripe.charges.list({ customer: await findCustomer(someone) })).data;
  await issueDue();
  return { someone, payment: charge!.id };
}

const fetchFile = (path: string, { token }: Pick<Person, 'token'>) =>
  fetch(`${addresses.api}${path}`, { headers: { authorization: `Bearer ${token}` } });

/** A month's export comes in parts. */
async function readParts(kind: 'csv' | 'xml', month: string, admin: Person): Promise<string[]> {
  const parts: string[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const part = await fetchFile(`/live/invoices/${kind}?month=${month}&cursor=${cursor}`, admin);
    expect(part.headers.get('content-type')).toContain(kind);
    parts.push(await part.text());
    cursor = part.headers.get('x-next-cursor');
  }
  return parts;
}

const listInvoices = async ({ token }: Person) =>
  (await call('GET /users/me/payments', { token })).data.payments[0]!.invoices;

describe('[F-LAW-5] a buyer', () => {
  test('finds the invoice beside the payment, as the same PDF each time, and the way to it in the mail', async () => {
    const { someone } = await buy();
    const [invoice, ...others] = await listInvoices(someone);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'SIMPLIFIED', number: expect.stringMatching(/^S20\d\d-\d{6}$/), total: 199 });
    const files = await Promise.all([0, 1].map(() => fetchFile(`/users/me/invoices/${invoice!.id}/pdf`, someone)));
    const [first, second] = await Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
    expect(files[0]!.headers.get('content-disposition')).toBe(`attachment; filename="${invoice!.number}.pdf"`);
    expect(first!.subarray(0, 5).toString()).toBe('%PDF-');
    expect(second!.equals(first!)).toBe(true);
    expect((await waitForMail(someone.user.email, /Tu recibo/)).text).toMatch(
      /La factura te llega en otro email.*\/profile\/pagos/,
    );
  });

  test('is emailed each invoice as a PDF once, by concurrent runs too', async () => {
    const mail = () => mailInvoices(Date.now(), Date.now() + 60_000);
    // Everything before is mailed, or skipped on the first run ever.
    await mail();
    const { someone, payment } = await buy();
    await stripe.refunds.create({ charge: payment, amount: 50 });
    await issueDue();
    const listInvoiceMails = async () =>
      (await listMails(someone.user.email)).filter(({ subject }) => /Tu factura/.test(subject));
    // The platform's own job emails the invoices of all tests, and may be ahead.
    const mailAtOnce = async () => {
      await Promise.all([mail(), mail(), mail()]);
      return listInvoiceMails();
    };
    await eventually(mailAtOnce, ({ length }) => length >= 2);
    await mail();
    const [mails, invoices] = [await listInvoiceMails(), await listInvoices(someone)];
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      [`Tu factura ${invoices[0]!.number}`, `Tu factura rectificativa ${invoices[1]!.number}`].sort(),
    );
    const rectifying = mails.find(({ subject }) => /rectificativa/.test(subject));
    expect(rectifying?.text).toContain(`de la ${invoices[0]!.number}: se te devuelven 0,50`);
    for (const { id, number } of invoices) {
      const [file] = mails
        .flatMap(({ attachments = [] }) => attachments)
        .filter((one) => one.fileName === `${number}.pdf`);
      const own = Buffer.from(await (await fetchFile(`/users/me/invoices/${id}/pdf`, someone)).arrayBuffer());
      expect(Buffer.from(file!.base64, 'base64').equals(own)).toBe(true);
    }
  });

  test('gets no invoice of somebody else, and none that does not exist', async () => {
    const [{ someone, payment }, { someone: other }] = [await buy(), await buy()];
    const [invoice] = await listInvoices(someone);
    for (const id of [invoice!.id, '202611-999999999', '0', '..%2F..'])
      expect((await fetchFile(`/users/me/invoices/${id}/pdf`, other)).status).toBe(404);
    const refused = await call('POST /users/me/invoices', { token: other.token, body: { payment, ...buyer } });
    expect([refused.status, refused.code]).toEqual([404, 'INV4040']);
  });

  test('replaces it once by one with a tax number, which later refunds rectify, and finds it in the export', async () => {
    const { someone, payment } = await buy();
    const { token } = someone;
    await stripe.refunds.create({ charge: payment, amount: 50 });
    await issueDue();
    const ask = (change = {}) => call('POST /users/me/invoices', { token, body: { payment, ...buyer, ...change } });
    expect((await ask({ taxId: 'B12345678' })).status).toBe(400);
    // Two concurrent requests.
    const [one, two] = await Promise.all([ask(), ask({ taxId: 'b12345674 ' })]);
    expect(one.data.invoice).toEqual(two.data.invoice);
    expect(one.data.invoice).toMatchObject({ kind: 'FULL', number: expect.stringMatching(/^F/), total: 149 });
    expect((await ask({ name: 'Otro' })).code).toBe('INV4090');
    await stripe.refunds.create({ charge: payment });
    await issueDue();
    const invoices = await listInvoices(someone);
    expect(invoices.map(({ kind, total }) => [kind, total])).toEqual([
      ['SIMPLIFIED', 199],
      ['FULL', 149],
      ['RECTIFYING', -50],
      ['RECTIFYING', -149],
    ]);
    const { data } = await call('GET /users/me/data', { token });
    expect(data.invoices).toMatchObject([
      { number: one.data.invoice.number, total: 149, buyer },
      { number: invoices[3]!.number, total: -149, buyer },
    ]);
  });

  test('is refused an invoice of a refunded payment', async () => {
    const { someone, payment } = await buy();
    await stripe.refunds.create({ charge: payment });
    await issueDue();
    const refused = await call('POST /users/me/invoices', { token: someone.token, body: { payment, ...buyer } });
    expect([refused.status, refused.code]).toEqual([409, 'INV4091']);
  });
});

describe('[F-LAW-5] an admin', () => {
  test('exports the records of a month, which verify by themselves and give its sums', async () => {
    const { someone, payment } = await buy();
    await call('POST /users/me/invoices', { token: someone.token, body: { payment, ...buyer, name: 'A & <B>' } });
    await stripe.refunds.create({ charge: payment });
    await issueDue();
    const own = await listInvoices(someone);
    const admin = await createPerson('ADMIN');
    const { month } = (await call('GET /live/invoices', { token: admin.token })).data;

    // Other tests issue invoices too: the two reads agree only if nothing changed in between.
    const { records, chain } = await eventually(
      async () => {
        const { version } = await readChain();
        const found = (await readParts('xml', month, admin)).flatMap(parseRecords);
        return { records: found, version, chain: await readChain() };
      },
      ({ version, chain: after }) => version === after.version,
    );
    verifyRecords(records);
    const sum = records.reduce(
      (cents, { TipoFactura, ImporteTotal }) =>
        TipoFactura === 'F3' ? cents : cents + Math.round(Number(ImporteTotal) * 100),
      0,
    );
    expect(chain.months[month]).toMatchObject({ total: sum, invoices: records.length });

    const find = (number: string) => records.find(({ IDFactura }) => IDFactura.NumSerieFactura === number);
    expect(find(own[1]!.number)).toMatchObject({
      IDVersion: '1.0',
      TipoFactura: 'F3',
      Destinatarios: { IDDestinatario: { NombreRazon: 'A & <B>' } },
      FacturasSustituidas: { IDFacturaSustituida: { NumSerieFactura: own[0]!.number } },
      Desglose: { DetalleDesglose: { CalificacionOperacion: 'S1', TipoImpositivo: '21.00', CuotaRepercutida: '0.35' } },
      SistemaInformatico: { NombreSistemaInformatico: 'Cantera TV', Version: '0.1.0', NIF: 'B00000000' },
      TipoHuella: '01',
    });
    expect(find(own[2]!.number)).toMatchObject({ TipoFactura: 'R1', TipoRectificativa: 'I', ImporteTotal: '-1.99' });
    const tables = await readParts('csv', month, admin);
    const lines = tables.flatMap((table) => table.split('\r\n'));
    expect(lines.filter((line) => line.startsWith(`"${own[2]!.number}"`))).toHaveLength(1);
  });

  test('lists a month, newest first and without a gap between its pages', async () => {
    await buy();
    const { token } = await createPerson('ADMIN');
    const list = async (query: object) => (await call('GET /live/invoices', { token, query })).data;
    const first = await list({});
    expect(first.months).toContain(first.month);
    // Other files issue invoices meanwhile, which may begin another page.
    await eventually(
      async () => list({ page: (await list({})).totalPages }),
      ({ invoices }) => invoices.at(-1)?.id.endsWith('-1') ?? false,
    );
    expect((await list({ page: first.totalPages + 1_000 })).invoices).toEqual([]);
    expect(await list({ month: '2020-01' })).toMatchObject({ invoices: [], total: 0, sum: { total: 0 } });
    const pdf = await fetchFile(`/live/invoices/${first.invoices[0]!.id}/pdf`, { token });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
  });
});
