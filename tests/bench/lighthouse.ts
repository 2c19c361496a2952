/**
 * Lighthouse on eight pages and on a playing video, phone and desktop: accessibility, best practices and SEO must be
 * 100, performance at least 90 on a desktop; the throttled phone has no limit. Prints the audits that cost points.
 * Lighthouse is no dependency because of its install time: install it before measuring.
 */
import { chromium } from '@playwright/test';
import { findFreePort } from '../../infra/local/dynamo/dynamo.ts';
import { inTemporaryFolder } from '../support/in-temporary-folder.ts';
import { findChromium } from '../support/machine.ts';
import type { Figure } from './figure.ts';
import { onPlatform } from './visit.ts';

const version = '12.8.2';

interface Audit {
  id: string;
  title: string;
  score: number | null;
  scoreDisplayMode: string;
  displayValue?: string;
  details?: { items?: object[] };
}

interface Category {
  score: number | null;
  auditRefs: { id: string; weight: number }[];
}

interface LighthouseResult {
  lhr: { categories: Record<string, Category>; audits: Record<string, Audit>; runtimeError?: { message: string } };
}

type Lighthouse = (address: string, flags: object, config?: object) => Promise<LighthouseResult | undefined>;

const perfectCategories = ['accessibility', 'best-practices', 'seo'];
/** Allowed loss of performance points; effectively no limit on the throttled phone. */
const allowedLoss = { desktop: 10, phone: 100 };

export async function lighthouse(): Promise<Figure[]> {
  const { run, desktop } = await load();
  return onPlatform(async ({ address, recording, logIn }) => {
    const { clubId, createPublicClip, events } = await import('../e2e/support/platform.ts');
    const match = (await events.rows()).find(({ visible }) => visible);
    const pages = [
      { name: 'landing', path: '/' },
      { name: 'home', path: '/home' },
      { name: 'list', path: '/futbol' },
      { name: 'calendar', path: '/calendario' },
      { name: 'club', path: `/club/${clubId(1)}` },
      { name: 'match', path: `/evento/${match?.id}` },
      { name: 'clip', path: `/clip/${await createPublicClip('CD Faro', 'Golazo desde la frontal')}` },
      { name: 'watch page', path: recording },
      { name: 'watch page that plays', path: recording, plays: true },
    ];
    const figures: Figure[] = [];
    for (const { name, path, plays = false } of pages) {
      for (const device of ['phone', 'desktop'] as const) {
        const { categories, audits } = await inNewBrowser(async (context, port) => {
          if (plays) await logIn(await context.newPage());
          const flags = {
            port,
            logLevel: 'error',
            onlyCategories: [...perfectCategories, 'performance'],
            disableStorageReset: true,
          };
          const result = await run(address + path, flags, device === 'desktop' ? desktop : undefined);
          if (!result || result.lhr.runtimeError)
            throw new Error(`${name}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result'}`);
          return result.lhr;
        });
        const computeLack = (id: string) => Math.round(100 - 100 * (categories[id]?.score ?? 0));
        const what = `${name} on a ${device} lacks, of 100`;
        figures.push(
          {
            what: `Access, practices, SEO: ${what}`,
            value: Math.max(...perfectCategories.map(computeLack)),
            unit: '',
            limit: 0,
          },
          { what: `Performance: ${what}`, value: computeLack('performance'), unit: '', limit: allowedLoss[device] },
        );
        for (const id of [...perfectCategories, 'performance']) {
          if (computeLack(id) === 0) continue;
          console.log(`  ${name}, ${device}, ${id}: ${100 - computeLack(id)}`);
          for (const line of failures(categories[id], audits)) console.log(`    ${line}`);
        }
      }
    }
    return figures;
  });
}

function* failures(category: Category | undefined, audits: Record<string, Audit>): Generator<string> {
  for (const { id, weight } of category?.auditRefs ?? []) {
    const audit = audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) continue;
    yield `${id}: ${audit.title} ${audit.displayValue ?? ''}`;
    for (const item of audit.details?.items?.slice(0, 3) ?? []) yield `  ${JSON.stringify(item).slice(0, 300)}`;
  }
}

/** Opens a browser with an empty cache, and with a debugging port for Lighthouse. */
async function inNewBrowser<Result>(
  measure: (context: Awaited<ReturnType<typeof chromium.launchPersistentContext>>, port: number) => Promise<Result>,
): Promise<Result> {
  return inTemporaryFolder(async (folder) => {
    const port = await findFreePort();
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: await findChromium(),
      args: ['--no-sandbox', `--remote-debugging-port=${port}`],
      viewport: null,
    });
    return measure(context, port).finally(() => context.close());
  });
}

async function load(): Promise<{ run: Lighthouse; desktop: object }> {
  // The names are computed, because without the package there are no types.
  const [main, config] = ['lighthouse', 'lighthouse/core/config/desktop-config.js'];
  try {
    const [{ default: run }, { default: desktop }] = await Promise.all([import(main), import(config)]);
    return { run, desktop };
  } catch {
    throw new Error(`Lighthouse is not installed. This brings it: npm install --no-save lighthouse@${version}`);
  }
}
