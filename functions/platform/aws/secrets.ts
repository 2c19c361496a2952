/** Secrets Manager: a warm function reads a secret every five minutes, so that a new value needs no deployment. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment, type Variable } from './environment.ts';
import { withRetries } from './retries.ts';

export const secretKeepMs = 5 * 60 * 1000;

const cache = new Map<string, { value: Promise<string>; readAt: number }>();

/** Reads the secret whose ARN is in the variable, at most `maxAgeMs` old. If reading fails, the old value is used. */
export function readSecret(
  variable: Extract<Variable, `${string}_SECRET_ARN`>,
  now: number = Date.now(),
  maxAgeMs: number = secretKeepMs,
): Promise<string> {
  const id = environment(variable);
  const before = cache.get(id);
  if (before && before.readAt + maxAgeMs > now) return before.value;
  const value = read(id).catch((error: unknown) => {
    if (before) return before.value;
    cache.delete(id);
    throw error;
  });
  cache.set(id, { value, readAt: now });
  return value;
}

async function read(id: string): Promise<string> {
  const { SecretString } = await new SecretsManagerClient(withRetries()).send(
    new GetSecretValueCommand({ SecretId: id }),
  );
  if (!SecretString) throw new Error(`The secret ${id} is empty`);
  return SecretString;
}
