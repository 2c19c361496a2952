/** Quotas of Cognito's calls. */
import { ServiceError } from '../wire/http-server.ts';
import type { Operation } from '../wire/json-service.ts';

/** The service's default quotas of calls per second, by category and operation. */
const categories = [
  { most: 120, calls: ['AdminInitiateAuth'] },
  { most: 50, calls: ['AdminCreateUser'] },
  { most: 30, calls: ['AdminSetUserPassword'] },
  { most: 120, calls: ['AdminGetUser'] },
  { most: 25, calls: ['AdminUpdateUserAttributes', 'AdminDeleteUser', 'AdminDisableUser', 'AdminEnableUser'] },
  { most: 120, calls: ['AdminUserGlobalSignOut'] },
];

export class Quotas {
  #second = 0;
  readonly #used = new Map<object, number>();

  /** Wraps operations: each is refused beyond the quota of its category. */
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
    if (used > category.most) throw new ServiceError('TooManyRequestsException', 'Rate exceeded');
  }
}
