import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses a command's arguments. Prints `usage` and exits with 0 for `--help`, with 1 for unknown options or more than
 * `words` positional arguments.
 */
export function readArguments<const T extends Options>(usage: string, options: T, words = 0) {
  try {
    const help = { type: 'boolean', default: false } as const;
    const { values, positionals } = parseArgs({ options: { ...options, help }, allowPositionals: true });
    if ((values as { help?: boolean }).help) exitWithText(0, usage);
    if (positionals.length > words) exitWithText(1, `Unexpected argument "${positionals[words]}"\n\n${usage}`);
    return { values, words: positionals };
  } catch (error) {
    // The rest of parseArgs's message does not help the user.
    const [firstSentence] = String((error as Error).message).split('. ');
    return exitWithText(1, `${firstSentence}\n\n${usage}`);
  }
}

/** Runs a command, and prints a failure as one sentence: an operator needs no stack of calls. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function exitWithText(code: 0 | 1, text: string): never {
  console[code === 0 ? 'log' : 'error'](text);
  process.exit(code);
}
