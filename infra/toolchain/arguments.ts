/** The command line of every command of ours. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Reads the arguments. With `--help` it prints `usage` and ends with 0; with an option that is not there, or more words
 * than `words`, it says so and ends with 1.
 */
export function readArguments<const T extends Options>(usage: string, options: T, words = 0) {
  try {
    const help = { type: 'boolean', default: false } as const;
    const { values, positionals } = parseArgs({ options: { ...options, help }, allowPositionals: true });
    if ((values as { help?: boolean }).help) leave(0, usage);
    if (positionals.length > words) leave(1, `What is "${positionals[words]}"?\n\n${usage}`);
    return { values, words: positionals };
  } catch (error) {
    // Of what parseArgs says the first sentence helps.
    const [fault] = String((error as Error).message).split('. ');
    return leave(1, `${fault}\n\n${usage}`);
  }
}

function leave(code: 0 | 1, text: string): never {
  console[code === 0 ? 'log' : 'error'](text);
  process.exit(code);
}
