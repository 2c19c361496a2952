/** The error codes of an endpoint: those of its handler and those that follow from its description. Pure. */
import * as z from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { type ErrorCode, errors } from '../../../shared/contract/errors.ts';
import { Version } from '../../../shared/contract/schema.ts';

export function listErrorCodes(path: string, endpoint: Endpoint): Map<number, ErrorCode[]> {
  const { access, query, body, files, rawBody, refuses = [] } = endpoint;
  const takesForm = files !== undefined;
  const all = new Set<ErrorCode>([
    ...(path.includes('{') ? (['REQ4040'] as const) : []),
    ...codesByAccess[access],
    ...(query || body || takesForm ? (['REQ4000'] as const) : []),
    ...(body && !rawBody ? (['REQ4001', 'REQ4150'] as const) : []),
    ...(takesForm ? (['REQ4130', 'REQ4150'] as const) : []),
    ...(takesVersion(endpoint) ? (['REQ4090'] as const) : []),
    ...refuses,
    'REQ5000',
    'REQ5030',
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...all].toSorted()) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** True if the body says which version of the item it changes. */
export function takesVersion({ body }: Endpoint): boolean {
  let version: unknown = body instanceof z.ZodObject ? body.shape.version : undefined;
  while (version instanceof z.ZodOptional) version = version.unwrap();
  return version === Version;
}

const person = ['SSN4010', 'SSN4030'] as const;

const codesByAccess: Record<Endpoint['access'], readonly ErrorCode[]> = {
  public: [],
  viewer: ['SSN4010'],
  staff: person,
  scorer: person,
  phone: person,
  clubStaff: person,
  admin: person,
  partner: ['PTN4010'],
};
