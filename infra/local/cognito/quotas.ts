import { ServiceError } from '../wire/http-server.ts';
import type { Operation } from '../wire/json-service.ts';

/** The service's default quotas: calls per second, which the operations of a category share. */
const categories = [
  { perSecond: 120, calls: ['AdminInitiateAuth'] },
  { perSecond: 50, calls: ['AdminCreateUser'] },
  { perSecond: 30, calls: ['AdminSetUserPassword'] },
  { perSecond: 25, calls: ['AdminDeleteUser'] },
];

export class Quotas {
  #second = 0;
  readonly #used = new Map<object, number>();

  /** Wraps operations, so that calls beyond the quota of their category are refused. */
  limit(operations: Record<string, Operation>): Record<string, Operation> {
    return Object.fromEntries(
      Object.entries(operations).map(([name, { answer }]) => [
        name,
        {
          answer: async (input: unknown) => {
            this.#count(name);
            return answer(input);
          },
        },
      ]),
    );
  }

  #count(name: string): void {
    const category = categories.find(({ calls }) => calls.includes(name));
    if (!category) throw new Error(`${name} has no quota`);
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) this.#used.clear();
    this.#second = second;
    const used = (this.#used.get(category) ?? 0) + 1;
    this.#used.set(category, used);
    if (used > category.perSecond) throw new ServiceError('TooManyRequestsException', 'Rate exceeded');
  }
}
