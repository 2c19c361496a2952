/** All texts of a page, visible or for screen readers, to find untranslated ones. */
import type { Page } from '@playwright/test';
import { english } from '../../support/english.ts';
import { expect } from './expect.ts';

export async function expectSpanish(page: Page): Promise<void> {
  const { language, title, texts } = await page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'];
    const said = [...document.querySelectorAll('*')].flatMap((element) =>
      attributes.map((name) => element.getAttribute(name)),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: excludes scripts
    const shown = document.body.innerText.split('\n');
    return {
      language: document.documentElement.lang,
      title: document.title,
      texts: [...new Set([...said, ...shown].flatMap((text) => text?.trim() || []))],
    };
  });
  expect([language, title]).toEqual(['es', expect.stringContaining('Cantera TV')]);
  expect(
    texts.filter((text) => english.test(text)),
    `on ${page.url()}`,
  ).toEqual([]);
}
