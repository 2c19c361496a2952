/** `npm run check`: the static checks of `npm test`. */
import { readArguments } from '../infra/toolchain/arguments.ts';
import { runChecks } from './runner/checks.ts';
import { summary } from './runner/outcome.ts';

const usage = `npm run check

Checks types, format, lint, imports and conventions.

  --help  shows this text`;

readArguments(usage, {});
const outcome = await runChecks();
console.log(summary(outcome));
process.exitCode ??= outcome.failed.length > 0 ? 1 : 0;
