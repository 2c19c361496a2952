/** A proxy for DynamoDB that counts the consumed capacity by item. */
import { type Emulator, listen, readBody } from '../../infra/local/wire/http-server.ts';

export interface Consumed {
  calls: number;
  reads: number;
  /** Capacity by table, without its prefix. */
  writes: Record<string, number>;
  /** Calls by item, or by partition for a query. */
  byKey: Record<string, number>;
}

const createEmpty = (): Consumed => ({ calls: 0, reads: 0, writes: {}, byKey: {} });

export interface Meter extends Emulator {
  /** Consumption since the last call. */
  take: () => Consumed;
}

export async function startMeter(dynamo: string): Promise<Meter> {
  let consumed = createEmpty();
  const proxy = await listen(async (request, response) => {
    const call = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const body = JSON.parse((await readBody(request)).toString()) as Body;
    const answer = await fetch(dynamo, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': String(request.headers['x-amz-target']),
        authorization: String(request.headers.authorization),
        'x-amz-date': String(request.headers['x-amz-date']),
      },
      body: JSON.stringify({ ...body, ReturnConsumedCapacity: 'TOTAL' }),
    });
    const text = await answer.text();
    countCall(consumed, call, body, JSON.parse(text) as { ConsumedCapacity?: Capacity | Capacity[] });
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  });
  const take = () => {
    const taken = consumed;
    consumed = createEmpty();
    return taken;
  };
  return { ...proxy, take };
}

interface Capacity {
  TableName: string;
  CapacityUnits: number;
}

type Item = Record<string, { S?: string }>;

interface Body {
  TableName?: string;
  Key?: Item;
  ExpressionAttributeValues?: Item;
  RequestItems?: Record<string, { Keys?: Item[] }>;
}

function countCall(consumed: Consumed, call: string, body: Body, answer: { ConsumedCapacity?: Capacity | Capacity[] }) {
  const capacity = [answer.ConsumedCapacity ?? []].flat();
  const isRead = /Get|Query|Scan/.test(call);
  consumed.calls += 1;
  if (!isRead) {
    for (const { TableName, CapacityUnits } of capacity) {
      const table = TableName.replace(/^cantera-[a-z0-9]+-/, '');
      consumed.writes[table] = (consumed.writes[table] ?? 0) + CapacityUnits;
    }
    return;
  }
  const units = capacity.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  consumed.reads += units;
  const keys = listKeys(call, body);
  for (const key of keys) consumed.byKey[key] = (consumed.byKey[key] ?? 0) + units / keys.length;
}

function listKeys(call: string, { TableName, Key, RequestItems, ExpressionAttributeValues }: Body): string[] {
  if (call === 'BatchGetItem') {
    return Object.entries(RequestItems ?? {}).flatMap(([table, { Keys = [] }]) =>
      Keys.map((key) => `${table} ${key.pk?.S} ${key.sk?.S}`),
    );
  }
  if (Key) return [`${TableName} ${Key.pk?.S} ${Key.sk?.S}`];
  const [partition] = Object.values(ExpressionAttributeValues ?? {});
  return [`${TableName} ${partition?.S}`];
}
