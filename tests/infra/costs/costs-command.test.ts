/** The output of `npm run costs`. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';

describe('the command', () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['infra/costs/costs.ts', ...args], { encoding: 'utf8', stdio: 'pipe' });

  test('prints each part and the total', () => {
    const text = run('--viewers', '50000', '--hours', '2');
    expect(text).toMatch(/^Idle, per month +\d+\.\d\d \$/m);
    expect(text).toMatch(/^Total for a month with 50000 viewers of 2 hours each: \d+\.\d\d \$/m);
  });

  test('names the cheapest plan, and takes settings as a deployment does', () => {
    expect(run()).toMatch(/^CloudFront of the media host; plans as of [\d-]+\. Cheapest here: PRO$/m);
    expect(run('--viewers', '50')).toMatch(/media host; .*Cheapest here: by use$/m);
    vi.stubEnv('CANTERA_EDGE_PLANS', '{"media":"PRO","web":""}').stubEnv('CANTERA_CHANNEL_TYPE', 'ADVANCED_HD');
    vi.stubEnv('CANTERA_LIVE_DELIVERY', 'RECORDING').stubEnv('CANTERA_BROADCAST_ENCODING', 'NEVER');
    const text = run('--viewers', '9000', '--stage', 'dev');
    expect(text).toMatch(/^ {2}CloudFront, plan PRO of the media host +15\.00 \$/m);
    expect(text).toMatch(/allowance of PRO does not suffice/);
    expect(text).toMatch(/^ {2}IVS input, ADVANCED_HD +0\.85 \$/m);
    expect(text).toMatch(/^Hour of a viewer, live +0\.0020 \$/m);
    expect(text.match(/^ {2}MediaConvert, .* (\S+) \$$/gm)?.map((line) => line.slice(-6))).toEqual([
      '4.90 $',
      '0.00 $',
    ]);
    vi.stubEnv('CANTERA_EDGE_PLANS', '{"media":"FREE","web":""}');
    expect(() => run()).toThrow(/edgePlans cannot be met: the plan FREE allows 5/);
    vi.unstubAllEnvs();
  });

  test.each([
    ['--viewers', 'many'],
    ['--live', '1.5'],
    ['--height', '481'],
  ])('rejects %s %s with an explanation', (option, value) => {
    expect(() => run(option, value)).toThrow(new RegExp(`${option} must be`));
  });
});
