/** Secrets Manager: read once per warm Lambda. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { environment, type Variable } from './environment.ts';

const read = new Map<string, Promise<string>>();

/** The secret whose ARN stands in the given variable. A failed read is not remembered. */
export function secret(variable: Extract<Variable, `${string}_SECRET_ARN`>): Promise<string> {
  const id = environment(variable);
  const known = read.get(id);
  if (known) return known;
  const value = new SecretsManagerClient({})
    .send(new GetSecretValueCommand({ SecretId: id }))
    .then(({ SecretString }) => {
      if (!SecretString) throw new Error(`The secret of ${variable} is empty`);
      return SecretString;
    });
  value.catch(() => read.delete(id));
  read.set(id, value);
  return value;
}
